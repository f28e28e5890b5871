import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { RowAccumulator } from '../row-accumulator.ts'
import { type PeriodSpan, periodOfDay } from './calendar-periods.ts'

/** The columns of tables of totals: the account and the subject of a total, its period and its key. */

export const PERIOD_TOTAL_COLUMNS = {
  whose: 'uuid',
  what: 'text',
  span: 'text',
  period: 'text',
  key: 'text',
  paise: 'bigint',
  count: 'integer',
} as const
export const PERIOD_TOTAL_KEY = ['whose', 'what', 'span', 'period', 'key'] as const
export const PERIOD_TOTAL_MERGE_RULES = { paise: 'sum', count: 'sum' } as const

type PeriodTotal = Pick<Database['sums' | 'bill_sums'], 'whose' | 'what' | 'period' | 'key' | 'paise' | 'count'>

/** Adds a row to the total of its name, or begins a new total. */
export function addToPeriodTotal<Sum extends PeriodTotal>(sums: RowAccumulator<Sum>, more: Sum): void {
  // The key comes last: it may hold any typed text, the other parts have a fixed form.
  const name = `${more.whose} ${more.what} ${more.period} ${more.key}`
  const sum = sums.get(name)
  if (sum) {
    sum.paise += more.paise
    sum.count += more.count
  } else sums.set(name, more)
  sums.checkOverflow(sum?.paise ?? more.paise)
}

/** Adds the totals of days to their own sums and to those of larger periods: once for each sum, not for each entry. */
export function rollUpDays<Sum extends PeriodTotal & { span: PeriodSpan }>(
  sums: RowAccumulator<Sum>,
  days: RowAccumulator<Sum>,
  spans: readonly Sum['span'][],
): void {
  for (const sum of days.values())
    for (const span of spans) addToPeriodTotal(sums, { ...sum, span, period: periodOfDay(span, sum.period) })
}
