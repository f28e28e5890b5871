import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import type { Instant } from '@ledger/contracts/dates.ts'
import type { OwnQuestion, Question, QuestionsQuery } from '@ledger/contracts/http/questions/question-schemas.ts'
import type { CompanyTransaction, RowQuestion } from '@ledger/contracts/http/transaction-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { padForGenericPlan } from '@ledger/database/connection/generic-plan-padding.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import type { QuestionAnswerRow, QuestionRow } from '../../read-models/worklists/questions.ts'
import type { LoadAccountNames } from '../account-identity-loader.ts'
import { type AccountIdentities, shownPerson } from '../transactions/row-to-transaction.ts'

interface QuestionQueryContext {
  db: Kysely<Database>
  companyId: string
  names: LoadAccountNames
}

/** A page of questions, newest first, and the cursor of the next one where there is one. */
interface QuestionPage<Shown> {
  rows: Shown[]
  next?: string
}

/** Returns a page of the questions on entries of all accounts. */
export async function listQuestions(
  context: QuestionQueryContext,
  query: QuestionsQuery,
): Promise<QuestionPage<Question>> {
  const { rows, next } = await readQuestionPage(context, query)
  return { rows: await withAnswers(context, rows), ...next }
}

/**
 * Returns a page of the questions on entries of one account, with these entries.
 * @param readClosedBooks returns the function that tells whether a date is in closed books; called where there are
 * entries
 */
export async function listOwnQuestions(
  context: QuestionQueryContext,
  query: QuestionsQuery & { accountId: string },
  readClosedBooks: () => Promise<(date: Instant) => boolean>,
): Promise<QuestionPage<OwnQuestion>> {
  const { rows, next } = await readQuestionPage(context, query)
  const [questions, entries] = await Promise.all([withAnswers(context, rows), readEntries(context, rows)])
  if (entries.size === 0) return { rows: questions.map((each) => ({ ...each, entry: null })), ...next }
  const isClosedOn = await readClosedBooks()
  const entryOf = ({ transactionId }: Question): OwnQuestion['entry'] => {
    const entry = entries.get(transactionId)
    return entry === undefined ? null : { ...entry, isClosed: isClosedOn(entry.date) }
  }
  return { rows: questions.map((each) => ({ ...each, entry: entryOf(each) })), ...next }
}

/** Returns the rows of a page with the questions on each that are not closed, found by the ids of these rows alone. */
export async function withOpenQuestions(
  context: QuestionQueryContext,
  rows: readonly CompanyTransaction[],
): Promise<CompanyTransaction[]> {
  const { db, companyId } = context
  const ids = rows.map((row) => row.id)
  const asked = await db
    .selectFrom('questions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(sql<boolean>`row_id = ANY (${padForGenericPlan(ids)}::text[])`)
    .where('state', 'in', ['open', 'answered'])
    .orderBy('asked_position', 'desc')
    .execute()
  const byRow = Map.groupBy(await withAnswers(context, asked), ({ transactionId }) => transactionId)
  return rows.map((row) => ({ ...row, questions: (byRow.get(row.id) ?? []).map(toRowQuestion) }))
}

function toRowQuestion({ text, askedAt, askedBy, answers }: Question): RowQuestion {
  const last = answers.at(-1)
  const answer = last ? { text: last.text, at: last.at, by: last.by } : null
  return { text, state: answer ? 'answered' : 'open', askedAt, askedBy, answer }
}

async function readQuestionPage(
  { db, companyId }: QuestionQueryContext,
  { limit, cursor, state, transaction, accountId }: QuestionsQuery & { accountId?: string },
): Promise<{ rows: QuestionRow[]; next: { next?: string } }> {
  const before = /^\d{1,15}$/.exec(cursor ?? '')?.[0]
  let query = db.selectFrom('questions').selectAll().where('company_id', '=', companyId)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (state !== undefined) query = query.where('state', '=', state)
  if (transaction !== undefined) query = query.where('row_id', '=', transaction)
  if (before !== undefined) query = query.where('asked_position', '<', Number(before))
  const found = await query
    .orderBy('asked_position', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? { next: String(last.asked_position) } : {} }
}

async function withAnswers({ db, companyId, names }: QuestionQueryContext, rows: QuestionRow[]): Promise<Question[]> {
  if (rows.length === 0) return []
  const answers = await db
    .selectFrom('question_answers')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(
      'question_id',
      'in',
      rows.map((row) => row.question_id),
    )
    .orderBy('position')
    .execute()
  const named = await names(new Set([...rows.map((row) => row.asked_by), ...answers.map((row) => row.answered_by)]))
  const byQuestion = Map.groupBy(answers, (answer) => answer.question_id)
  return rows.map((row) => toQuestion(row, byQuestion.get(row.question_id) ?? [], named))
}

function toQuestion(row: QuestionRow, answers: QuestionAnswerRow[], named: AccountIdentities): Question {
  return {
    id: row.question_id,
    transactionId: row.row_id,
    state: row.state,
    text: row.text,
    askedAt: row.asked_at,
    askedBy: shownPerson(row.asked_by, row.asked_by_name, row.asked_by_role, named),
    answers: answers.map((answer) => ({
      text: answer.text,
      bills: answer.bills === null ? [] : (JSON.parse(answer.bills) as Bill[]),
      at: answer.answered_at,
      by: shownPerson(answer.answered_by, answer.answered_by_name, answer.answered_by_role, named),
    })),
  }
}

async function readEntries(
  { db, companyId }: QuestionQueryContext,
  rows: QuestionRow[],
): Promise<Map<string, Omit<NonNullable<OwnQuestion['entry']>, 'isClosed'>>> {
  if (rows.length === 0) return new Map()
  const entries = await db
    .selectFrom('ledger_rows')
    .select(['row_id', 'type', 'paise', 'date', 'recipient', 'purpose', 'transfer_from as transferFrom'])
    .where('company_id', '=', companyId)
    .where('row_id', 'in', [...new Set(rows.map((row) => row.row_id))])
    .where('deleted', '=', false)
    .execute()
  return new Map(
    entries.map(({ row_id, paise, ...entry }) => [row_id, { ...entry, amount: formatAmount(paise) }] as const),
  )
}
