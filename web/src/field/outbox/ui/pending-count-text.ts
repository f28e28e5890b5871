import { countText } from '../../../shared/language/format-money-and-dates.ts'
import type { words } from './screen-texts.ts'

/**
 * Returns "1 entry, 2 changes and 1 answer". An edit or a deletion counts as a change, because the ledger has its
 * entry.
 * @param kinds one or more
 */
export function pendingCountText(kinds: readonly ('entry' | 'change' | 'answer')[], t: (typeof words)['en']): string {
  const count = (kind: (typeof kinds)[number], one: string, many: (count: string) => string) => {
    const found = kinds.filter((each) => each === kind).length
    return found === 0 ? [] : [found === 1 ? one : many(countText(found))]
  }
  const parts = [
    ...count('entry', t.oneEntry, t.entries),
    ...count('change', t.oneChange, t.changes),
    ...count('answer', t.oneAnswer, t.answers),
  ]
  const [last = '', ...before] = parts.toReversed()
  return before.length === 0 ? last : t.and(before.toReversed().join(', '), last)
}
