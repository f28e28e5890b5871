import type { Day } from '@ledger/contracts/dates.ts'
import { DEFAULT_EXPENSE_MODE, type PaymentMode } from '@ledger/contracts/payment-modes.ts'

/** The form as typed. The contract's `expenseBody` validates it. */
export type ExpenseFields = {
  amount: string
  recipient: string
  purpose: string
  paymentMode: PaymentMode
  narration: string
  /** The day of the payment. */
  date: string
}

/** The order of §5, in which the first broken rule is shown. */
export const EXPENSE_FIELD_ORDER = ['amount', 'recipient', 'purpose', 'paymentMode', 'narration', 'date'] as const

/** @param date today */
export function blankExpense(date: Day): ExpenseFields {
  return { amount: '', recipient: '', purpose: '', paymentMode: DEFAULT_EXPENSE_MODE, narration: '', date }
}
