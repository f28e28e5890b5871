import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { transactionRowSidesOf } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { PoisonEvent, type ReadModel } from '../read-model.ts'
import { defineReadModelTable } from '../read-model-table.ts'
import type { ReadModelWriter } from '../read-model-writer.ts'

/** The questions on entries, by state, and their answers. */
export const questionsReadModel: ReadModel = { tables: ['questions', 'question_answers'], apply: applyToQuestions }

export type QuestionRow = RowOf<'questions'>
export type QuestionAnswerRow = RowOf<'question_answers'>
type QuestionStateRow = Pick<QuestionRow, 'question_id' | 'state'>

export const QUESTIONS_TABLE = defineReadModelTable(
  'questions',
  {
    question_id: 'uuid',
    row_id: 'text',
    account_id: 'uuid',
    state: 'text',
    text: 'text',
    asked_position: 'bigint',
    asked_at: 'timestamptz',
    asked_by: 'uuid',
    asked_by_name: 'text',
    asked_by_role: 'text',
  },
  ['question_id'],
)
export const QUESTION_ANSWERS_TABLE = defineReadModelTable(
  'question_answers',
  {
    question_id: 'uuid',
    position: 'bigint',
    text: 'text',
    bills: 'text',
    answered_at: 'timestamptz',
    answered_by: 'uuid',
    answered_by_name: 'text',
    answered_by_role: 'text',
  },
  ['question_id', 'position'],
)

async function applyToQuestions(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  const asked = new Map<string, QuestionRow>()
  const changed = new Map<string, QuestionStateRow>()
  const answers: QuestionAnswerRow[] = []
  for (const event of events) {
    if (event.type === 'EntryQueried') {
      asked.set(event.data.question, askedQuestion(event))
    } else if (event.type === 'EntryAnswered' || event.type === 'EntryQueryClosed') {
      const { question } = event.data
      const state = event.type === 'EntryAnswered' ? 'answered' : 'closed'
      const fresh = asked.get(question)
      if (fresh) asked.set(question, { ...fresh, state })
      else changed.set(question, { question_id: question, state })
      if (event.type === 'EntryAnswered') answers.push(answerOf(event))
    }
  }
  await into.insert(QUESTIONS_TABLE, [...asked.values()])
  await into.insert(QUESTION_ANSWERS_TABLE, answers)
  const columns = { question_id: 'uuid', state: 'text' } as const
  if ((await into.update(QUESTIONS_TABLE, columns, [...changed.values()])) !== changed.size)
    throw new PoisonEvent('An answer or a closing names a question that was never asked')
}

function askedQuestion({
  data,
  actor,
  position,
  recordedAt,
}: Extract<LedgerEvent, { type: 'EntryQueried' }>): QuestionRow {
  const [own, incoming] = transactionRowSidesOf(data.transaction, data.about)
  const row = data.side === 'incoming' ? incoming : own
  if (!row) throw new PoisonEvent('A question is about a side that its entry does not have')
  return {
    question_id: data.question,
    row_id: row.rowId,
    account_id: row.accountId,
    state: 'open',
    text: data.text,
    asked_position: position,
    asked_at: recordedAt,
    asked_by: actor.id,
    asked_by_name: actor.name,
    asked_by_role: actor.role,
  }
}

function answerOf({
  data,
  actor,
  position,
  recordedAt,
}: Extract<LedgerEvent, { type: 'EntryAnswered' }>): QuestionAnswerRow {
  return {
    question_id: data.question,
    position,
    text: data.text,
    bills: data.bills.length === 0 ? null : JSON.stringify(data.bills),
    answered_at: recordedAt,
    answered_by: actor.id,
    answered_by_name: actor.name,
    answered_by_role: actor.role,
  }
}
