import type { Day } from '@ledger/contracts/dates.ts'
import { LOCALE } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'

/** Returns the first letter of a day's name: T for Tuesday, मं for मंगलवार. */
export function weekdayLetter(day: Day, language: Language): string {
  return new Intl.DateTimeFormat(LOCALE[language], { timeZone: 'UTC', weekday: 'narrow' }).format(new Date(day))
}
