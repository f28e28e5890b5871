import { type Day, isDay } from './dates.ts'

/** The month names that the screens write in each language, short and long; case is ignored. */
const MONTH_NUMBER_BY_NAME: ReadonlyMap<string, number> = new Map(
  ['en-IN', 'hi-IN'].flatMap((locale) =>
    (['short', 'long'] as const).flatMap((length) => {
      const format = new Intl.DateTimeFormat(locale, { month: length, timeZone: 'UTC' })
      return Array.from(
        { length: 12 },
        (_, month) => [foldCase(format.format(Date.UTC(2000, month))), month + 1] as const,
      )
    }),
  ),
)

/** Returns the day that a row shows as `22 Nov 2026` or `22 नवंबर 2026`; undefined for any other words. */
export function parseDisplayedDate(words: string): Day | undefined {
  const [, ofMonth = '', month = '', year = ''] = /^(\d{1,2})\s+(\S+)\s+(\d{4})$/.exec(words.trim()) ?? []
  const number = MONTH_NUMBER_BY_NAME.get(foldCase(month))
  const day = `${year}-${String(number).padStart(2, '0')}-${ofMonth.padStart(2, '0')}`
  return number !== undefined && isDay(day) ? day : undefined
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
