import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import type { JustSaved } from './just-saved.ts'

/**
 * Returns the day of an entry that was just saved at another day than today and is not among the rows that are shown;
 * undefined where there is none. An entry of today comes with the next answer.
 */
export function backdatedEntryDay(
  row: JustSaved['row'],
  shown: readonly { id: string }[],
  today: Day,
): Day | undefined {
  if (row === undefined || shown.some(({ id }) => id === row.id)) return undefined
  const day = dayOf(row.date)
  return day === today ? undefined : day
}
