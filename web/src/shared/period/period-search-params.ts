import { isDayInUrl } from '../forms/day-in-url.ts'
import type { OpenPeriod } from '../language/period-text.ts'

/** The period of an office page in its address: days of Asia/Kolkata, both inclusive; an end that is open is absent. */
export interface PeriodSearchParams {
  readonly from?: string
  readonly to?: string
}

/** Returns the period that an address names. Anything else in its place is left out. */
export function parsePeriodSearch({ from, to }: Readonly<Record<string, unknown>>): PeriodSearchParams {
  return { ...(isDayInUrl(from) ? { from } : {}), ...(isDayInUrl(to) ? { to } : {}) }
}

/** Returns the parameters of the address that name a period. */
export function periodSearch({ from, to }: OpenPeriod): PeriodSearchParams {
  return { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
}
