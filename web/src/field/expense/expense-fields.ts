import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import type { EntryFieldValues } from '@ledger/contracts/entry-text-field-schemas.ts'
import { ENTRY_FIELD_NAMES, mapEntryTextFields } from '@ledger/contracts/entry-text-fields.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { DEFAULT_EXPENSE_MODE } from '@ledger/contracts/payment-modes.ts'

/** The form as typed. The contract's `expenseBody` validates it. */
export type ExpenseFields = {
  amount: string
  recipient: string
  /** The day of the payment. */
  date: string
} & { [Name in keyof EntryFieldValues]: NonNullable<EntryFieldValues[Name]> }

/**
 * Returns the name of the draft of the screen that adds an expense.
 * @param begunFrom the id of the photo or the entry from which the form begins; each has a draft of its own
 */
export function expenseDraftOf(begunFrom: string | undefined): string {
  return begunFrom === undefined ? 'expense' : `expense:${begunFrom}`
}

/** The order of §5, in which the first broken rule is shown. */
export const EXPENSE_FIELD_ORDER = ['amount', 'recipient', ...ENTRY_FIELD_NAMES, 'date'] as const

/** @param date today */
export function blankExpense(date: Day): ExpenseFields {
  return { amount: '', recipient: '', ...mapEntryTextFields(() => ''), paymentMode: DEFAULT_EXPENSE_MODE, date }
}

/** Returns the form of an expense that is changed. */
export function toExpenseFields({ amount, recipient, date, ...row }: Transaction): ExpenseFields {
  const { paymentMode } = row
  const texts = mapEntryTextFields((name) => row[name] ?? '')
  return { amount: amount.replace(/\.00$/, ''), recipient, ...texts, paymentMode, date: dayOf(date) }
}
