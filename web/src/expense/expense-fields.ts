import { DEFAULT_EXPENSE_MODE, type PaymentMode } from '@ledger/contracts/payment-modes.ts'

/** The form as typed; the contract's `expenseBody` says what is right. */
export type ExpenseFields = {
  amount: string
  recipient: string
  purpose: string
  paymentMode: PaymentMode
  narration: string
}

export const BLANK_EXPENSE: ExpenseFields = {
  amount: '',
  recipient: '',
  purpose: '',
  paymentMode: DEFAULT_EXPENSE_MODE,
  narration: '',
}
