import { countText } from '../../shared/language/figures.ts'
import type { Waiting } from './what-waits.ts'
import type { words } from './words.ts'

/** What stands above all of it: that it waits, or, where none of it can be sent as it is, that it was not accepted. */
export function titleOf(waiting: readonly Waiting[], t: (typeof words)['en']): string {
  const count = countText(waiting.length)
  return waiting.length > 0 && waiting.every(({ refused }) => refused !== undefined)
    ? t.refusedTitle(count)
    : t.title(count)
}
