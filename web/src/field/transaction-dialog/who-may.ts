import type { SessionUser, Transaction } from '@ledger/contracts/shapes.ts'

/** §2: only debits that are no transfers can be edited or deleted from the list. */
export function mayEdit({ type, isTransfer }: Transaction): boolean {
  return type === 'debit' && !isTransfer
}

/** §6: a supervisor adds and edits, and deletes nothing. */
export function mayDelete(row: Transaction, role: SessionUser['role']): boolean {
  return mayEdit(row) && role === 'site_incharge'
}
