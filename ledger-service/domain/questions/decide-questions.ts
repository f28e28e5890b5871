import type { Actor } from '@ledger/contracts/events/event-schemas.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import type { QuestionCommand } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'
import { ownerOfSide } from './questions-state.ts'

/** The state of an entry has all its questions and answers, so both are limited. */
export const MAX_QUESTIONS_PER_ENTRY = 20
export const MAX_ANSWERS_PER_QUESTION = 20

/**
 * Decides questions on an entry. Asking again is a new question on the same entry. An entry that is deleted takes no
 * new question, and neither does one of a deleted account; one that was asked before can still be answered and closed.
 * A disabled account answers once it is enabled. Only the account whose list shows that side of the entry answers; for
 * any other account the question does not exist.
 */
export function decideQuestion(
  state: DecisionState,
  command: QuestionCommand,
  actor: Actor,
): AcceptedDecision | RefusedDecision {
  const { row, question } = command
  const { transaction, side } = row
  const entry = state.transaction(transaction)
  const owner = entry && ownerOfSide(entry.entry, side)
  if (!entry || owner === undefined) return refuse('not_found')
  const { questions = [], entry: about } = entry
  const data = { transaction, side, question, about }
  if (command.type === 'QueryEntry') {
    if (entry.deleted) return refuse('question_on_deleted')
    if (state.account(owner)?.status === 'closed') return refuse('counterparty_unavailable')
    if (questions.length >= MAX_QUESTIONS_PER_ENTRY) return refuse('too_many_questions')
    return accept({ type: 'EntryQueried', data: { ...data, text: command.text } })
  }
  const asked = questions.find((one) => one.id === question)
  if (!asked) return refuse('not_found')
  if (command.type === 'CloseQuestion')
    return asked.state === 'closed' ? accept() : accept({ type: 'EntryQueryClosed', data })
  if (owner !== actor.id) return refuse('not_found')
  if (asked.state === 'closed') return refuse('question_closed')
  if (asked.answers.length >= MAX_ANSWERS_PER_QUESTION) return refuse('too_many_answers')
  return accept({ type: 'EntryAnswered', data: { ...data, text: command.text, bills: command.bills } })
}
