import type { FrequentPayee } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { ExpenseFields } from './expense-fields.ts'

export type UsualFields = Partial<Pick<ExpenseFields, 'purpose' | 'paymentMode' | 'narration'>>

export interface UsualOfPayee {
  /** A tap on the payee fills them in. */
  readonly fields: UsualFields
  /** Narrations to choose from. */
  readonly narrations: readonly string[]
}

const DIGIT = /\p{Nd}/u
const BILL = /bill|बिल/i

/**
 * Returns what goes with a payee. A narration belongs to it from its second use on, unless it has a number: that may
 * differ each time.
 */
export function usualFieldsOf({ purpose, paymentMode, narrations }: FrequentPayee): UsualOfPayee {
  const [most] = narrations
  const isUsual = most !== undefined && most.times > 1 && !DIGIT.test(most.text)
  return {
    fields: { purpose, paymentMode, ...(isUsual ? { narration: most.text } : {}) },
    narrations: withoutBillNumbers(narrations.map(({ text }) => text)),
  }
}

/** Returns the same for a payee of whom only the last expense is known. */
export function usualFieldsOfLastExpense({ purpose, paymentMode, narration }: Transaction): UsualOfPayee {
  return { fields: { purpose, paymentMode }, narrations: withoutBillNumbers([narration]) }
}

/** The number of a bill is never that of the next one. */
function withoutBillNumbers(narrations: readonly string[]): string[] {
  return narrations.filter((text) => !(BILL.test(text) && DIGIT.test(text)))
}
