import { type Day, dayAfter, dayBefore, dayOf, daysOfMonth } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'

/** A closing of the books up to a day, that day included. */
export interface Closing {
  readonly upTo: Day
  /** The position of its event in the log. */
  readonly position: number
  readonly isSealed: boolean
}

/** The closings that hold, the earliest first. */
export type Closings = readonly Closing[]

export const NEVER_CLOSED: Closings = []

/** Returns the closings that hold after an event. Pure. */
export function evolveClosings(closings: Closings, event: NewEvent & { position: number }): Closings {
  switch (event.type) {
    case 'BooksClosed':
      return [...closings, { upTo: event.data.upTo, position: event.position, isSealed: false }]
    case 'BooksReopened':
      return closingsUpTo(closings, event.data.upTo)
    case 'BooksSealed':
      return closings.map((one) => (one.position === event.data.closing ? { ...one, isSealed: true } : one))
    default:
      return closings
  }
}

/** Returns the closings that hold if those after a day no longer do. */
export const closingsUpTo = (closings: Closings, day: Day): Closings => closings.filter(({ upTo }) => upTo <= day)

/** Returns the last day that is closed; null where no closing holds. */
export const closedUpTo = (closings: Closings): Day | null => closings.at(-1)?.upTo ?? null

/**
 * Returns the day up to which the books are closed next: the end of the month after the last closing, so that each
 * month has a seal of its own, also where it is not over yet; the end of the last month where no closing holds.
 */
export const nextDayToClose = (closed: Day | null, today: Day): Day =>
  closed === null ? dayBefore(daysOfMonth(today.slice(0, 7)).from) : daysOfMonth(dayAfter(closed).slice(0, 7)).to

/**
 * Returns whether an event records, changes or deletes an entry that is dated, before or after it, in closed books, or
 * gives days in closed books another site.
 */
export function isInClosedBooks(closings: Closings, event: NewEvent): boolean {
  const last = closedUpTo(closings)
  return last !== null && daysChangedBy(event).some((day) => day <= last)
}

/** Returns the days of the entries before and after an event, or the first day to which it may give another site. */
function daysChangedBy(event: NewEvent): Day[] {
  if (event.type !== 'SupervisorAssigned')
    return Object.values(entryBeforeAndAfter(event)).map(({ date }) => dayOf(date))
  const { before, after } = event.data
  const isSameSite = before !== null && (before.site?.id ?? null) === (after.site?.id ?? null)
  return [isSameSite && before.from < after.from ? before.from : after.from]
}
