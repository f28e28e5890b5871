import type { ValidationIssue } from '@ledger/contracts/http/error-body.ts'
import type { Question } from '@ledger/contracts/http/questions/question-schemas.ts'
import type { RecordedTransaction, Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { ExpenseFields } from '../../expense/expense-fields.ts'

/** The subject of an edit or a deletion: a row of the ledger, or an entry that the ledger has not answered yet. */
export type OperationTarget = { readonly row: string; readonly revision: number } | { readonly entry: string }

/** A bill of an entry: an uploaded one (its id is the ledger's), a file stored beside the entry, or both. */
export interface AttachedBill {
  readonly id?: string
  /** The id of a stored file. */
  readonly file?: string
  /** Why the ledger did not accept the file. The entry is sent without it, by every try. */
  readonly refused?: EntryRefusal
}

export type EntryOperation =
  | { readonly kind: 'expense'; readonly fields: ExpenseFields }
  | { readonly kind: 'edit'; readonly fields: ExpenseFields; readonly of: OperationTarget; readonly seen: Transaction }
  /** `seen` is the row as the user saw it. */
  | { readonly kind: 'deletion'; readonly of: OperationTarget; readonly seen: Transaction }

/** An answer to a question of head office. It changes no row, so nothing waits behind it. */
export interface AnswerOperation {
  readonly kind: 'answer'
  /** The id of the question, and its text as the user read it. */
  readonly question: string
  readonly asked: string
  readonly text: string
}

/** The content of an ApiError as data: it is stored with an entry and sent to other tabs. */
export interface EntryRefusal {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly message: string
  readonly issues: readonly ValidationIssue[]
  readonly reference: string
  /** The day up to which the books are closed, where that is why; left out by older versions of the app. */
  readonly closedUpTo?: string
}

/** An input of a field user that is not settled: it is neither certainly in the ledger nor discarded. */
export interface OutboxEntry {
  readonly id: string
  /** Its Idempotency-Key: the same for every try, and a new one after a refusal. */
  readonly key: string
  /** Its place among the entries of its owner. Smaller ones are sent first. */
  readonly order: number
  /**
   * The account's own id. Where the sign-in did not return that, the public id until a later sign-in does
   * (reassign-owner.ts).
   */
  readonly owner: string
  /** The time by the phone's clock. No decision depends on it. */
  readonly enteredAt: string
  /** The number of tries without a known outcome, counted before each try. Above 0 the ledger may have the entry. */
  readonly tries: number
  readonly what: EntryOperation | AnswerOperation
  /** At most 5. Without it, the bills of the row stay. */
  readonly bills?: readonly AttachedBill[]
  readonly refused?: EntryRefusal
  /** True for an edit that adds the bills of an answer: the ledger gets them with the answer, too. */
  readonly hasBillsOfAnswer?: true
  /** The sentence with the true day of an entry that is booked on another one, because its books are closed. */
  readonly paidOn?: string
}

/** An outbox entry about a row of the ledger. */
export type MoneyEntry = OutboxEntry & { readonly what: EntryOperation }
export type AnswerEntry = OutboxEntry & { readonly what: AnswerOperation }

export function isAnswerEntry(entry: OutboxEntry): entry is AnswerEntry {
  return entry.what.kind === 'answer'
}
export function isMoneyEntry(entry: OutboxEntry): entry is MoneyEntry {
  return !isAnswerEntry(entry)
}

/**
 * The answer to a booked entry: the row, or the id of the deleted row, with the balance after it; or the question that
 * was answered.
 */
export type BookedAnswer =
  | RecordedTransaction
  | (Pick<RecordedTransaction, 'balance'> & { readonly gone: string })
  | { readonly answered: Question }

export function isBookedRow(booked: BookedAnswer): booked is RecordedTransaction {
  return 'id' in booked
}
