import { dayOf } from '@ledger/contracts/dates.ts'
import { billsOf, type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import {
  addToPeriodTotal,
  PERIOD_TOTAL_COLUMNS,
  PERIOD_TOTAL_KEY,
  PERIOD_TOTAL_MERGE_RULES,
  rollUpDays,
} from './accumulate-period-totals.ts'
import { ALL_ACCOUNTS } from './calendar-periods.ts'
import type { ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'
import type { ReadModelWriter } from './read-model-writer.ts'
import { RowAccumulator } from './row-accumulator.ts'

/**
 * The entries that name each bill, which decide who may see it; and the totals of entries with a bill: of the whole
 * company and of each account, by day and month. Totals without a bill are the rest of all totals (period-totals.ts). A
 * transfer takes no bill and counts as neither.
 */
export const billsReadModel: ReadModel = { tables: ['bill_uses', 'bill_sums'], apply: applyToBills }

async function applyToBills(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  await into.upsert(BILL_USES_TABLE, (uses) => accumulateBillUses(uses, events))
  await into.upsert(BILL_TOTALS_TABLE, (sums) => accumulateBillTotals(sums, events))
}

type BillUseRow = RowOf<'bill_uses'>
type BillTotalRow = RowOf<'bill_sums'>

export const BILL_USES_TABLE = defineReadModelTable(
  'bill_uses',
  { bill_id: 'text', transaction_id: 'uuid', account_id: 'uuid', uses: 'integer' },
  ['bill_id', 'transaction_id', 'account_id'],
  { uses: 'sum' },
)
export const BILL_TOTALS_TABLE = defineReadModelTable(
  'bill_sums',
  PERIOD_TOTAL_COLUMNS,
  PERIOD_TOTAL_KEY,
  PERIOD_TOTAL_MERGE_RULES,
)

/** Adds the entries of a page that begin or cease to name a bill; a row of 0 means that an entry named it once. */
export function accumulateBillUses(uses: RowAccumulator<BillUseRow>, events: readonly LedgerEvent[]): void {
  function count(transaction: string, entry: Entry, sign: 1 | -1): void {
    for (const { id } of billsOf(entry)) {
      const name = `${id} ${transaction}`
      const use = uses.get(name) ?? { bill_id: id, transaction_id: transaction, account_id: entry.account.id, uses: 0 }
      use.uses += sign
      uses.set(name, use)
    }
  }
  for (const event of events) {
    if (!('transaction' in event.data)) continue
    const { before, after } = entriesOf(event)
    if (before) count(event.data.transaction, before, -1)
    if (after) count(event.data.transaction, after, 1)
  }
}

/** Adds a page to the totals, or subtracts it from them. */
export function accumulateBillTotals(sums: RowAccumulator<BillTotalRow>, events: readonly LedgerEvent[]): void {
  const days = new RowAccumulator<BillTotalRow>()
  function count(entry: Entry, sign: 1 | -1): void {
    if (entry.kind === 'transfer' || entry.bills.length === 0) return
    const { paise, date } = entry
    const what = entry.kind === 'credit' ? 'credits' : 'debits'
    for (const whose of [entry.account.id, ALL_ACCOUNTS])
      addToPeriodTotal(days, {
        whose,
        what,
        span: 'day',
        period: dayOf(date),
        key: 'with',
        paise: sign * paise,
        count: sign,
      })
  }
  for (const event of events) {
    const { before, after } = entriesOf(event)
    if (before) count(before, -1)
    if (after) count(after, 1)
  }
  rollUpDays(sums, days, ['day', 'month'])
}
