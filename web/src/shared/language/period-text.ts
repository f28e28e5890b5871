import type { Day } from '@ledger/contracts/dates.ts'
import { today } from '../api/today.ts'
import { dateText } from './format-money-and-dates.ts'
import type { Language } from './language-setting.ts'

/** Days, both inclusive; "" is an open end. */
export interface OpenPeriod {
  readonly from: Day | ''
  readonly to: Day | ''
}

export const ALL_TIME: OpenPeriod = { from: '', to: '' }

/**
 * Returns a period in words, as at the head of a printed list. A period without an end runs up to today.
 * @example periodText({ from: '2026-04-01', to: '2026-04-30' }, 'en') === '1 Apr 2026 to 30 Apr 2026'
 */
export function periodText({ from, to }: OpenPeriod, language: Language, now = today()): string {
  const written = (day: Day) => dateText(`${day}T12:00:00+05:30`, language)
  const end = written(to === '' ? now : to)
  if (language === 'hi') return from === '' ? `${end} तक` : `${written(from)} से ${end} तक`
  return from === '' ? `Up to ${end}` : `${written(from)} to ${end}`
}
