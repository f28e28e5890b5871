import type { Issue } from '@ledger/contracts/refusals.ts'
import type { Recorded, Transaction } from '@ledger/contracts/shapes.ts'
import type { ExpenseFields } from '../expense/expense-fields.ts'

/** What an edit or a deletion is about: a row of the ledger, or an entry that the ledger has not answered yet. */
export type Of = { readonly row: string; readonly revision: number } | { readonly entry: string }

/** A bill of an entry: uploaded (its id is the ledger's), or a file that waits beside the entry, or both. */
export interface Attached {
  readonly id?: string
  /** Of the store's files. */
  readonly file?: string
}

export type What =
  | { readonly kind: 'expense'; readonly fields: ExpenseFields }
  | { readonly kind: 'edit'; readonly fields: ExpenseFields; readonly of: Of; readonly seen: Transaction }
  /** `seen` is what it is about, as the person saw it. */
  | { readonly kind: 'deletion'; readonly of: Of; readonly seen: Transaction }

/** What an ApiError says, as data: it is kept with an entry, and told to other tabs. */
export interface Refused {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly message: string
  readonly issues: readonly Issue[]
  readonly reference: string
}

/** Something that a field user entered and that is not settled: not in the ledger for certain, nor thrown away. */
export interface Entry {
  readonly id: string
  /** Its Idempotency-Key: the same however often it is sent, and another one after a refusal. */
  readonly key: string
  /** Its place among the entries of its owner; smaller ones are sent first. */
  readonly order: number
  /** The account's own id; its public id where the sign-in did not tell that, until one does (adopt.ts). */
  readonly owner: string
  /** By the phone's clock; nothing is decided by it. */
  readonly enteredAt: string
  /** How often it was sent so that nobody knows what became of it, counted before each time: above 0 the ledger may have it. */
  readonly tries: number
  readonly what: What
  /** Left out: whatever bills the entry has stay. At most 5. */
  readonly bills?: readonly Attached[]
  readonly refused?: Refused
}

/** What an entry was answered when it was booked: the row, or which one is gone, and the balance after it. */
export type Booked = Recorded | (Pick<Recorded, 'balance'> & { readonly gone: string })

export function isRow(booked: Booked): booked is Recorded {
  return 'id' in booked
}
