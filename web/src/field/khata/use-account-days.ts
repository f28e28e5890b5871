import type { Day } from '@ledger/contracts/dates.ts'
import type { AccountDay } from '@ledger/contracts/http/report-schemas.ts'
import { useQueries } from '@tanstack/react-query'
import { accountDaysQuery } from '../../shared/api/field-queries.ts'

/**
 * Returns the sums of these days that have entries; undefined until all are known. Days are read by their month, so
 * that all headings of a month share one call.
 */
export function useAccountDays(days: readonly Day[], enabled = true): ReadonlyMap<Day, AccountDay> | undefined {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  const answers = useQueries({ queries: months.map((month) => ({ ...accountDaysQuery(month), enabled })) })
  if (answers.some(({ data }) => data === undefined)) return undefined
  return new Map(answers.flatMap(({ data = [] }) => data.map((day) => [day.date, day] as const)))
}
