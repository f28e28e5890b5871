import type { AccountLedgerAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'

export type LedgerAsOfRow = AccountLedgerAsOf['rows'][number]

/** How a row differs from the other of two moments. */
export type LedgerRowDifference = 'new' | 'changed' | 'gone'

/**
 * Returns how a row differs from an earlier or a later moment; undefined where it does not.
 * @param earlier the position of the earlier moment
 * @param there the ids of the rows at the later moment
 */
export function ledgerRowDifference(
  row: LedgerAsOfRow,
  earlier: number | undefined,
  there: ReadonlySet<string> | undefined,
): LedgerRowDifference | undefined {
  if (there !== undefined && !there.has(row.id)) return 'gone'
  if (earlier === undefined || row.position <= earlier) return undefined
  return row.revision === 1 ? 'new' : 'changed'
}
