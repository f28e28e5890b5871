import { countText } from '../../shared/language/figures.ts'
import type { words } from './words.ts'

/**
 * "1 entry and 2 changes": what is changed or deleted is an entry that the ledger has.
 * @param areNew of each whether it is a new entry
 */
export function howMany(areNew: readonly boolean[], t: (typeof words)['en']): string {
  const count = areNew.filter((isNew) => isNew).length
  const changed = areNew.length - count
  const entries = count === 1 ? t.oneEntry : t.entries(countText(count))
  const changes = changed === 1 ? t.oneChange : t.changes(countText(changed))
  if (changed === 0) return entries
  return count === 0 ? changes : t.entriesAndChanges(entries, changes)
}
