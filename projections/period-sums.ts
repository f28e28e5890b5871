import type { Database } from '@ledger/database/tables.ts'
import { periodAround, type Span } from './periods.ts'
import type { JoinedRows } from './read-table.ts'

/** Tables of what entries add up to: of whom and what, in which period, under which key. */

export const SUM_COLUMNS = {
  whose: 'uuid',
  what: 'text',
  span: 'text',
  period: 'text',
  key: 'text',
  paise: 'bigint',
  count: 'integer',
} as const
export const SUM_KEY = ['whose', 'what', 'span', 'period', 'key'] as const
export const SUM_JOINING = { paise: 'sum', count: 'sum' } as const

type PeriodSum = Pick<Database['sums' | 'bill_sums'], 'whose' | 'what' | 'period' | 'key' | 'paise' | 'count'>

/** Adds a row to those that are added up already: the one of its name, or a new one. */
export function addTo<Sum extends PeriodSum>(sums: JoinedRows<Sum>, more: Sum): void {
  // The key comes last: whatever a person typed into it, the others are of a form of their own.
  const name = `${more.whose} ${more.what} ${more.period} ${more.key}`
  const sum = sums.get(name)
  if (sum) {
    sum.paise += more.paise
    sum.count += more.count
  } else sums.set(name, more)
  sums.mind(sum?.paise ?? more.paise)
}

/** Adds what days come to, to their sums and to those of larger periods: once for each sum, not for each entry. */
export function addPeriods<Sum extends PeriodSum & { span: Span }>(
  sums: JoinedRows<Sum>,
  days: JoinedRows<Sum>,
  spans: readonly Sum['span'][],
): void {
  for (const sum of days.values())
    for (const span of spans) addTo(sums, { ...sum, span, period: periodAround(span, sum.period) })
}
