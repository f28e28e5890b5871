import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import type { Actor, Entry, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'

/** A question on one side of an entry, as its events leave it. */
export interface QuestionState {
  id: string
  side: 'own' | 'incoming'
  state: 'open' | 'answered' | 'closed'
  text: string
  askedAt: string
  askedBy: Actor
  answers: { text: string; bills: Bill[]; at: string; by: Actor }[]
}

export type QuestionEvent = Extract<LedgerEvent, { type: 'EntryQueried' | 'EntryAnswered' | 'EntryQueryClosed' }>

export function isQuestionEvent(event: LedgerEvent): event is QuestionEvent {
  return event.type === 'EntryQueried' || event.type === 'EntryAnswered' || event.type === 'EntryQueryClosed'
}

/**
 * Returns the questions of an entry after an event of one of them, the oldest first. Pure.
 * @throws Error for an event of a question that was never asked
 */
export function evolveQuestions(questions: readonly QuestionState[], event: QuestionEvent): QuestionState[] {
  const { recordedAt: at, actor: by, data } = event
  const { question: id, side } = data
  if (event.type === 'EntryQueried')
    return [...questions, { id, side, state: 'open', text: event.data.text, askedAt: at, askedBy: by, answers: [] }]
  const asked = questions.find((one) => one.id === id)
  if (!asked) throw new Error(`${event.type} at ${event.position} names a question that was never asked`)
  const now: QuestionState =
    event.type === 'EntryQueryClosed'
      ? { ...asked, state: 'closed' }
      : {
          ...asked,
          state: 'answered',
          answers: [...asked.answers, { text: event.data.text, bills: event.data.bills, at, by }],
        }
  return questions.map((one) => (one.id === id ? now : one))
}

/** Returns the account whose list shows that side of the entry; undefined where the entry has no such side. */
export function ownerOfSide(entry: Entry, side: 'own' | 'incoming'): string | undefined {
  if (side === 'own') return entry.account.id
  return entry.kind === 'transfer' ? entry.counterparty.id : undefined
}
