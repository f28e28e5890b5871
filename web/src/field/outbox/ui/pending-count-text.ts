import { countText } from '../../../shared/language/format-money-and-dates.ts'
import type { words } from './screen-texts.ts'

/**
 * Returns "1 entry and 2 changes". An edit or a deletion counts as a change, because the ledger has its entry.
 * @param areNew for each one whether it is a new entry
 */
export function pendingCountText(areNew: readonly boolean[], t: (typeof words)['en']): string {
  const count = areNew.filter((isNew) => isNew).length
  const changed = areNew.length - count
  const entries = count === 1 ? t.oneEntry : t.entries(countText(count))
  const changes = changed === 1 ? t.oneChange : t.changes(countText(changed))
  if (changed === 0) return entries
  return count === 0 ? changes : t.entriesAndChanges(entries, changes)
}
