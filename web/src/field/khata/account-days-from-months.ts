import type { Day } from '@ledger/contracts/dates.ts'
import type { AccountDay } from '@ledger/contracts/http/reports/account-days-schemas.ts'

/** A month of days, as far as it was read. */
interface MonthRead {
  /** Such as 2026-04. */
  readonly month: string
  readonly days: readonly AccountDay[] | undefined
  readonly error: Error | null
}

/** The sums of a day. The balance of a day that has only entries that wait is not known where no other day is. */
export interface DaySums extends Omit<AccountDay, 'closing'> {
  readonly closing: string | undefined
}

export interface AccountDays {
  /** The sums of the days that have entries, as far as they are known. */
  readonly sums: ReadonlyMap<Day, DaySums>
  /** Tells whether it is known what happened on a day, also where nothing did. */
  isKnown(day: Day): boolean
  /** `failed`: a month could not be read, and no earlier answer stands in for it. */
  readonly state: 'known' | 'loading' | 'failed'
}

export function accountDaysFromMonths(months: readonly MonthRead[]): AccountDays {
  const missing = months.filter(({ days }) => days === undefined)
  return {
    sums: new Map(months.flatMap(({ days = [] }) => days.map((day) => [day.date, day] as const))),
    isKnown: (day) => months.some(({ month, days }) => days !== undefined && day.startsWith(month)),
    state: missing.length === 0 ? 'known' : missing.some(({ error }) => error !== null) ? 'failed' : 'loading',
  }
}
