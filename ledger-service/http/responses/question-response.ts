import { transactionRowSidesOf } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { Question } from '@ledger/contracts/http/questions/question-schemas.ts'
import type { TransactionSide } from '../../domain/commands.ts'
import type { StateAfterCommand } from '../../event-store/append/command-and-answer-types.ts'

interface QuestionToShow {
  row: TransactionSide
  question: string
  /** Returns the public id of an account; of head office its inner one. */
  publicIds: (accountId: string) => string
}

/** Returns a question as a command left it, in the form of the lists. */
export function questionResponse(after: StateAfterCommand, { row, question: id, publicIds }: QuestionToShow): Question {
  const { entry, questions } = after.transaction(row.transaction)
  const asked = questions?.find((one) => one.id === id)
  if (!asked) throw new Error(`The question ${id} was not asked`)
  const [own, incoming] = transactionRowSidesOf(row.transaction, entry)
  const { state, text, askedAt, askedBy, answers } = asked
  const shown = ({ id: account, name, role }: typeof askedBy) => ({ id: publicIds(account), name, role })
  return {
    id,
    transactionId: (row.side === 'incoming' ? (incoming ?? own) : own).rowId,
    state,
    text,
    askedAt,
    askedBy: shown(askedBy),
    answers: answers.map(({ by, bills, at, text: answer }) => ({
      text: answer,
      bills: bills.map(({ id: bill, type, width, height }) => ({ id: bill, type, width, height })),
      at,
      by: shown(by),
    })),
  }
}
