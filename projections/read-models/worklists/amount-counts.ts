import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { billsOf, type Entry, type LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { defineReadModelTable } from '../read-model-table.ts'
import type { RowAccumulator } from '../row-accumulator.ts'

type AmountCountRow = RowOf<'amount_counts'>

export const AMOUNT_COUNTS_TABLE = defineReadModelTable(
  'amount_counts',
  { what: 'text', bucket: 'bigint', count: 'integer' },
  ['what', 'bucket'],
  { count: 'sum' },
)

/** Amounts that begin with the same digits, this many, are counted together: at most 900 rows for each power of ten. */
const BUCKET_DIGITS = 3

/** Returns the smallest amount that is counted together with this one, in paise. */
export function amountBucketOf(paise: number): number {
  const step = 10 ** Math.max(0, String(paise).length - BUCKET_DIGITS)
  return Math.floor(paise / step) * step
}

/**
 * Counts all entries, and the expenses without a bill, by amount: how many are above any limit is a sum of a few
 * thousand rows, and not a scan of the entries. A transfer is one entry. Reviews by the office do not count here,
 * because an event does not tell whether the office had made the same review before.
 */
export function accumulateAmountCounts(rows: RowAccumulator<AmountCountRow>, events: readonly LedgerEvent[]): void {
  function add(what: AmountCountRow['what'], paise: number, sign: 1 | -1): void {
    const bucket = amountBucketOf(paise)
    const name = `${what} ${bucket}`
    const row = rows.get(name) ?? { what, bucket, count: 0 }
    row.count += sign
    rows.set(name, row)
  }
  function count(entry: Entry, sign: 1 | -1): void {
    add('entries', entry.paise, sign)
    if (entry.kind === 'debit' && billsOf(entry).length === 0) add('without_bill', entry.paise, sign)
  }
  for (const event of events) {
    const { before, after } = entryBeforeAndAfter(event)
    if (before) count(before, -1)
    if (after) count(after, 1)
  }
}
