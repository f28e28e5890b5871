import { countText } from '../../../shared/language/format-money-and-dates.ts'
import type { OutboxEntry } from '../model/outbox-entry.ts'
import type { words } from './screen-texts.ts'

/**
 * Returns the title above the waiting entries: that they wait or, where none can be sent as it is, that they were not
 * accepted.
 */
export function pendingTitle(
  waiting: readonly { refused?: OutboxEntry['refused'] }[],
  t: (typeof words)['en'],
): string {
  const count = countText(waiting.length)
  return waiting.length > 0 && waiting.every(({ refused }) => refused !== undefined)
    ? t.refusedTitle(count)
    : t.title(count)
}
