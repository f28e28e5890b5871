import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'

/**
 * Returns the other side of a row. Money from head office has the incharge's own name as its recipient (api.md), so
 * head office is returned for it.
 */
export function otherParty(row: Pick<Transaction, 'type' | 'transferFrom' | 'recipient'>, headOffice: string): string {
  return row.type === 'credit' ? (row.transferFrom ?? headOffice) : row.recipient
}
