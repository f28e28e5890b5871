import type { Day } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { type ExpenseFields, toExpenseFields } from '../expense/expense-fields.ts'

/**
 * Returns the form of an expense that is made once more. The reference is left out, because it is the number of one
 * payment; so are the bills.
 */
export function copiedExpenseFields(row: Transaction, date: Day): ExpenseFields {
  return { ...toExpenseFields(row), reference: '', date }
}
