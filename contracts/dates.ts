/**
 * Instants are ISO 8601 in UTC; a day is a day in Asia/Kolkata, which has been UTC+05:30 without
 * daylight saving since 1945, so plain arithmetic is exact.
 */

/** An instant, ISO 8601 in UTC with milliseconds: `2026-04-01T06:30:00.000Z`. */
export type Instant = string
/** A day in Asia/Kolkata: `2026-04-01`. */
export type Day = string

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
const KOLKATA_OFFSET_MS = 5.5 * HOUR_MS
const DAY_FORM = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** Returns a date whose UTC fields are the clock in Asia/Kolkata; the date-time of a spreadsheet has no zone. */
export const kolkataClock = (instant: Instant): Date => new Date(Date.parse(instant) + KOLKATA_OFFSET_MS)

/** The last answer of `dayOf`: the sums of an entry request the same day a dozen times. */
let lastDayLookUp: { instant: Instant; day: Day } = { instant: '', day: '' }

/** Returns the day in Asia/Kolkata that contains an instant. */
export function dayOf(instant: Instant): Day {
  if (instant !== lastDayLookUp.instant)
    lastDayLookUp = { instant, day: kolkataClock(instant).toISOString().slice(0, 10) }
  return lastDayLookUp.day
}

/** Returns the first instant of a day in Asia/Kolkata. */
export function startOfDay(day: Day): Instant {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - KOLKATA_OFFSET_MS).toISOString()
}

/** Returns the first instant after a day in Asia/Kolkata. */
export function endOfDay(day: Day): Instant {
  return new Date(Date.parse(startOfDay(day)) + DAY_MS).toISOString()
}

/** Returns the day before a day. */
export const dayBefore = (day: Day): Day => daysBefore(day, 1)

/** Returns the day after a day. */
export const dayAfter = (day: Day): Day => daysBefore(day, -1)

/** Returns the Monday of the week of a day: weeks begin on Monday, as in the calendars of India's offices. */
export const mondayOf = (day: Day): Day => daysBefore(day, (new Date(day).getUTCDay() + 6) % 7)

/** Returns the day that is a number of days before a day. */
export const daysBefore = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - count * DAY_MS).toISOString().slice(0, 10)

/**
 * Returns the first and the last day of a month.
 * @param month such as `2026-04`
 */
export function daysOfMonth(month: string): { from: Day; to: Day } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Returns whether the text is an existing day, written `YYYY-MM-DD`, between the years 2000 and 2999. */
export function isDay(text: string): boolean {
  const [, year = '', month, day] = DAY_FORM.exec(text) ?? []
  // JavaScript moves a day that the month does not have into another month.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return year.startsWith('2') && date.getUTCMonth() === Number(month) - 1
}

/** The refusal for a text that is no day, or neither a day nor an instant where both are taken. */
export const INVALID_DATE_MESSAGE = 'Please enter a valid date'
/** The refusal for a day in the future. Its most frequent cause is a phone whose clock is wrong. */
export const DATE_IN_FUTURE_MESSAGE = 'This date has not come yet. Please check it, and the date of your phone'

/**
 * Returns when a transaction happened (api.md, Date). Today's day means now, another day means its noon in
 * Asia/Kolkata.
 * @param input `YYYY-MM-DD`, ISO 8601 with an offset, or undefined for now
 * @param now the ledger's clock
 * @returns the instant; undefined if the text is not a date or is more than a day ahead
 */
export function parseEntryDate(input: string | undefined, now: Instant): Instant | undefined {
  if (input === undefined) return now
  const instant = instantOfDay(input, now)
  if (instant === undefined) return undefined
  const latest = new Date(Date.parse(now) + DAY_MS).toISOString()
  // Tomorrow is accepted at any hour of today, although its noon can be more than 24 hours away.
  const isTooFarAhead = isDay(input) ? input > dayOf(latest) : instant > latest
  return isTooFarAhead ? undefined : instant
}

function instantOfDay(input: string, now: Instant): Instant | undefined {
  if (!isDay(input)) return parseInstant(input)
  if (input === dayOf(now)) return now
  return new Date(Date.parse(startOfDay(input)) + DAY_MS / 2).toISOString()
}

/**
 * Returns the instant that an ISO 8601 text with an offset denotes, on an existing day (see `isDay`); undefined for any
 * other text.
 */
export function parseInstant(input: string): Instant | undefined {
  if (!INSTANT_FORM.test(input) || !isDay(input.slice(0, 10))) return undefined
  const time = Date.parse(input)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Returns whether the text is an existing day, or an instant with an offset on one. */
export const isDayOrInstant = (text: string): boolean => isDay(text) || parseInstant(text) !== undefined
