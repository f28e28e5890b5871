import type { Database } from '@ledger/database/tables.ts'
import { periodAround, type Span } from './periods.ts'

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
export function addTo<Sum extends PeriodSum>(sums: Map<string, Sum>, more: Sum): void {
  // The key comes last: whatever a person typed into it, the others are of a form of their own.
  const name = `${more.whose} ${more.what} ${more.period} ${more.key}`
  const sum = sums.get(name)
  if (sum) {
    sum.paise += more.paise
    sum.count += more.count
  } else sums.set(name, more)
}

/** Adds what larger periods come to, of those sums that there are by day: once for each sum, not for each entry. */
export function addLarger<Sum extends PeriodSum & { span: Span }>(
  sums: Map<string, Sum>,
  larger: readonly Sum['span'][],
): void {
  for (const sum of [...sums.values()])
    if (sum.span === 'day')
      for (const span of larger) addTo(sums, { ...sum, span, period: periodAround(span, sum.period) })
}
