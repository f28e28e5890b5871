import { dayOf } from '@ledger/contracts/dates.ts'
import type { QueryClient } from '@tanstack/react-query'
import { dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'

/**
 * Returns the time of the oldest answer that the screen shows; undefined where it shows none. One time fits a phone's
 * width; a time for each part of the screen does not.
 */
export function oldestDataTime(client: QueryClient, language: Language): string | undefined {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state: { data, dataUpdatedAt } }) => (data === undefined ? [] : dataUpdatedAt))
  return times.length === 0 ? undefined : deviceTimeText(new Date(Math.min(...times)).toISOString(), language)
}

/**
 * Returns the time by this device's own clock, as the answers are stamped: "10:03 am", with the date where it is
 * another day.
 */
function deviceTimeText(instant: string, language: Language): string {
  return dayOf(instant) === dayOf(new Date().toISOString())
    ? timeText(instant)
    : `${dateText(instant, language)}, ${timeText(instant)}`
}
