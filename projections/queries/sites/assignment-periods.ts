import type { Day } from '@ledger/contracts/dates.ts'

/** An assignment of a supervisor to a site, or to none: null. */
interface Assignment<Site> {
  site: Site | null
  from: Day
}

/** The days on which an assignment holds: up to, but not including, `until`; without an end where it is undefined. */
export interface AssignmentPeriod<Site> extends Assignment<Site> {
  until: Day | undefined
}

/**
 * Returns the assignments of one supervisor that hold, each with its days, the earliest first. A later decision holds
 * from its day on, whatever was decided before for those days. One that names the site of the decision right before it
 * moves the day of that one. One that names the site of the days right before it holds with these days as one period.
 * @param recorded in the order of the log
 */
export function assignmentPeriodsOf<Site>(
  recorded: readonly Assignment<Site>[],
  idOf: (site: Site) => string,
): AssignmentPeriod<Site>[] {
  const keyOf = ({ site }: Assignment<Site>) => site && idOf(site)
  const holding: Assignment<Site>[] = []
  for (const [index, assignment] of recorded.entries()) {
    const next = recorded[index + 1]
    if (next && keyOf(next) === keyOf(assignment)) continue
    while ((holding.at(-1)?.from ?? '') >= assignment.from) holding.pop()
    const last = holding.at(-1)
    if (last === undefined || keyOf(last) !== keyOf(assignment)) holding.push(assignment)
  }
  return holding.map((assignment, index) => ({ ...assignment, until: holding[index + 1]?.from }))
}

/** Returns the site on a day; null where there is none. */
export const siteOnDay = <Site>(periods: readonly AssignmentPeriod<Site>[], day: Day): Site | null =>
  periods.findLast(({ from }) => from <= day)?.site ?? null
