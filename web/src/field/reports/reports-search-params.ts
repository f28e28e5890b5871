import { CHART_PERIODS, type ChartPeriod } from '../../shared/charts/chart-period.ts'

/**
 * Returns the period of the pictures that the address names, so that it survives a reload and the back button. Anything
 * else in the address is left out.
 */
export function parseReportsSearch({ period }: Record<string, unknown>): { period?: ChartPeriod } {
  const known = CHART_PERIODS.find((each) => each === period)
  return known === undefined ? {} : { period: known }
}
