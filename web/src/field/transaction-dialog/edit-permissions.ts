import type { SessionUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'

/** §2: only debits that are no transfers can be edited or deleted from the list. */
export function mayEditTransaction({ type, isTransfer }: Transaction): boolean {
  return type === 'debit' && !isTransfer
}

/** §6: a supervisor adds and edits, and deletes nothing. */
export function mayDeleteOwnExpenses(role: SessionUser['role']): boolean {
  return role === 'site_incharge'
}

export function mayDeleteTransaction(row: Transaction, role: SessionUser['role']): boolean {
  return mayEditTransaction(row) && mayDeleteOwnExpenses(role)
}
