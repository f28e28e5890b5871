import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import {
  type TransactionRowSide,
  transactionRowSidesOf,
} from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { ReadModel } from '../read-model.ts'
import { defineReadModelTable } from '../read-model-table.ts'
import { RowAccumulator } from '../row-accumulator.ts'
import { ALL_ACCOUNTS, type PeriodSpan, periodOfInstant } from './calendar-periods.ts'
import {
  addToPeriodTotal,
  PERIOD_TOTAL_COLUMNS,
  PERIOD_TOTAL_KEY,
  PERIOD_TOTAL_MERGE_RULES,
  rollUpDays,
} from './roll-up-period-totals.ts'

/**
 * The totals of the rows of lists: of the whole company by kind, purpose and payment mode, by day, month and year; of
 * each account by kind and of each beneficiary, by month. An edit subtracts the entry before it and adds the entry
 * after it. A total that returns to zero stays as a row of zeros, so that the rows do not depend on how the log is
 * split into pages.
 */
export const periodTotalsReadModel: ReadModel = {
  tables: ['sums'],
  apply: (into, events) => into.upsert(PERIOD_TOTALS_TABLE, (rows) => accumulatePeriodTotals(rows, events)),
}

export type PeriodTotalRow = RowOf<'sums'>

/** Each row of a list is of one kind. */
export type TotalKind = 'credits' | 'debits' | 'transfersReceived' | 'transfersGiven' | 'deleted'

export const PERIOD_TOTALS_TABLE = defineReadModelTable(
  'sums',
  PERIOD_TOTAL_COLUMNS,
  PERIOD_TOTAL_KEY,
  PERIOD_TOTAL_MERGE_RULES,
)

/** `months`: totals that are stored by month alone. `days`: totals of days, which also count for months and years. */
interface DayAndMonthTotals {
  months: RowAccumulator<PeriodTotalRow>
  days: RowAccumulator<PeriodTotalRow>
}

/** Adds a page to the totals, or subtracts it from them. */
export function accumulatePeriodTotals(rows: RowAccumulator<PeriodTotalRow>, events: readonly LedgerEvent[]): void {
  const moves: DayAndMonthTotals = { months: rows, days: new RowAccumulator() }
  for (const event of events) {
    if (!('transaction' in event.data)) continue
    const { transaction } = event.data
    const { before, after } = entryBeforeAndAfter(event)
    if (before) countEntry(moves, transaction, before, -1)
    if (after) countEntry(moves, transaction, after, 1)
    if (event.type === 'TransactionDeleted' && before)
      for (const side of transactionRowSidesOf(transaction, before)) countKind(moves, before, side, 'deleted', 1)
  }
  rollUpDays(rows, moves.days, ['day', 'month', 'year'])
}

function countEntry(moves: DayAndMonthTotals, transaction: string, entry: Entry, sign: 1 | -1): void {
  for (const side of transactionRowSidesOf(transaction, entry))
    countKind(moves, entry, side, totalKindOf(entry, side), sign)
  if (entry.kind !== 'debit') return
  addTotal(moves.months, ALL_ACCOUNTS, 'beneficiary', 'month', entry, entry.beneficiary.id, sign)
  addTotal(moves.days, ALL_ACCOUNTS, 'purpose', 'day', entry, entry.purpose, sign)
  addTotal(moves.days, ALL_ACCOUNTS, 'mode', 'day', entry, entry.paymentMode, sign)
}

function countKind(
  moves: DayAndMonthTotals,
  entry: Entry,
  side: TransactionRowSide,
  kind: TotalKind,
  sign: 1 | -1,
): void {
  addTotal(moves.months, side.accountId, 'kind', 'month', entry, kind, sign)
  addTotal(moves.days, ALL_ACCOUNTS, 'kind', 'day', entry, kind, sign)
}

function totalKindOf({ kind }: Entry, { type }: TransactionRowSide): TotalKind {
  if (kind === 'transfer') return type === 'credit' ? 'transfersReceived' : 'transfersGiven'
  return type === 'credit' ? 'credits' : 'debits'
}

export type TotalSubject = 'kind' | 'purpose' | 'beneficiary' | 'mode'

function addTotal(
  sums: RowAccumulator<PeriodTotalRow>,
  whose: string,
  what: TotalSubject,
  span: PeriodSpan,
  { paise, date }: Entry,
  key: string,
  sign: 1 | -1,
): void {
  addToPeriodTotal(sums, {
    whose,
    what,
    span,
    period: periodOfInstant(span, date),
    key,
    paise: sign * paise,
    count: sign,
  })
}
