import { dayOf } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { ALL_ACCOUNTS } from '../period-totals/calendar-periods.ts'
import {
  addToPeriodTotal,
  PERIOD_TOTAL_COLUMNS,
  PERIOD_TOTAL_KEY,
  PERIOD_TOTAL_MERGE_RULES,
  rollUpDays,
} from '../period-totals/roll-up-period-totals.ts'
import { defineReadModelTable } from '../read-model-table.ts'
import { RowAccumulator } from '../row-accumulator.ts'

type BillTotalRow = RowOf<'bill_sums'>

export const BILL_TOTALS_TABLE = defineReadModelTable(
  'bill_sums',
  PERIOD_TOTAL_COLUMNS,
  PERIOD_TOTAL_KEY,
  PERIOD_TOTAL_MERGE_RULES,
)

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
    const { before, after } = entryBeforeAndAfter(event)
    if (before) count(before, -1)
    if (after) count(after, 1)
  }
  rollUpDays(sums, days, ['day', 'month'])
}
