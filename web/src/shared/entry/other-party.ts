import type { Transaction } from '@ledger/contracts/shapes.ts'

/**
 * Who is on the other side of a row. Money that head office sent carries the incharge's own name (api.md): for that it is head
 * office.
 */
export function otherParty(row: Transaction, headOffice: string): string {
  return row.type === 'credit' ? (row.transferFrom ?? headOffice) : row.recipient
}
