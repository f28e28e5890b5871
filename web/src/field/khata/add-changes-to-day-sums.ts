import type { Day } from '@ledger/contracts/dates.ts'
import { formatAmount, type Paise, paiseOf } from '@ledger/contracts/money.ts'
import type { AccountDays, DaySums } from './account-days-from-months.ts'

/** The change that a waiting entry makes to the sums of a day. */
export interface DayChange {
  readonly day: Day
  /** How much more is spent on expenses; below 0 where it is less. */
  readonly paise: Paise
  /** How many more expenses the day has; below 0 where it has fewer. */
  readonly expenses: number
}

/**
 * Returns the sums as they will be with the waiting entries: a change counts in its own day, and in the balance at the
 * end of that day and of all later ones. A day whose month was not read stays unknown, because a part of its entries
 * must not look like all of them.
 */
export function addChangesToDaySums<Days extends Pick<AccountDays, 'sums' | 'isKnown'>>(
  known: Days,
  changes: readonly DayChange[],
): Days {
  if (changes.length === 0) return known
  const added = changes
    .map(({ day }) => day)
    .filter((day) => known.isKnown(day) && !known.sums.has(day))
    .map((day) => [day, dayWithoutEntries(day, known.sums)] as const)
  const days = [...known.sums, ...added].map(([day, sums]) => [day, addDayChanges(sums, changes)] as const)
  return { ...known, sums: new Map(days) }
}

function addDayChanges(sums: DaySums, changes: readonly DayChange[]): DaySums {
  const ofDay = changes.filter(({ day }) => day === sums.date)
  const spentOnDay = spentBy(ofDay)
  const spentTillThen = spentBy(changes.filter(({ day }) => day <= sums.date))
  return {
    ...sums,
    spent: spentWith(sums.spent, spentOnDay),
    spentOnExpenses: spentWith(sums.spentOnExpenses, spentOnDay),
    expenses: Math.max(0, sums.expenses + ofDay.reduce((count, { expenses }) => count + expenses, 0)),
    closing: sums.closing && plus(sums.closing, -spentTillThen),
  }
}

/** The balance is that of the day before it, or the one with which the day after it began. */
function dayWithoutEntries(date: Day, sums: ReadonlyMap<Day, DaySums>): DaySums {
  const days = [...sums.values()].toSorted((a, b) => a.date.localeCompare(b.date))
  const after = days.find((day) => day.date > date)
  const opening =
    after?.closing && formatAmount(paiseOf(after.closing) - paiseOf(after.received) + paiseOf(after.spent))
  const closing = days.findLast((day) => day.date < date)?.closing ?? opening
  return { date, received: '0.00', spent: '0.00', expenses: 0, spentOnExpenses: '0.00', closing }
}

const spentBy = (changes: readonly DayChange[]) => changes.reduce((sum, { paise }) => sum + paise, 0)
/** Not below 0: the sums may have been read before the entry that a deletion takes away. */
const spentWith = (amount: string, paise: Paise) => formatAmount(Math.max(0, paiseOf(amount) + paise))
const plus = (amount: string, paise: Paise) => formatAmount(paiseOf(amount) + paise)
