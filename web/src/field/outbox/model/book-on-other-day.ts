import type { Day } from '@ledger/contracts/dates.ts'
import { ENTRY_TEXT_LIMITS } from '@ledger/contracts/entry-text-fields.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { NO_CHANGES, type OutboxChanges } from './outbox-transitions.ts'

/**
 * Sends an expense that was refused because the books of its day are closed under another day. Where that day is closed
 * as well, the next try keeps the sentence with the true day.
 * @param paidOn a sentence with the true day, which comes before the narration; a narration that gets too long loses
 * its end
 */
export function bookOnOtherDay(
  entries: readonly OutboxEntry[],
  id: string,
  { day, paidOn, key }: { day: Day; paidOn: string; key: string },
): OutboxChanges {
  const entry = entries.find((one) => one.id === id)
  if (entry?.refused === undefined || entry.what.kind !== 'expense') return NO_CHANGES
  const { refused: _, ...rest } = entry
  const { fields } = entry.what
  const first = entry.paidOn ?? paidOn
  const narration = fields.narration.startsWith(first) ? fields.narration : `${first} ${fields.narration}`.trim()
  const what = { kind: 'expense', fields: { ...fields, date: day, narration: cutToLimit(narration) } } as const
  return { put: [{ ...rest, key, tries: 0, paidOn: first, what }], remove: [] }
}

/** Cuts between two letters as people see them: a vowel sign of Hindi is no letter of its own. */
function cutToLimit(narration: string): string {
  const { narration: limit } = ENTRY_TEXT_LIMITS
  if (narration.length <= limit) return narration
  const cut = new Intl.Segmenter('hi', { granularity: 'grapheme' }).segment(narration).containing(limit)
  return narration.slice(0, cut?.index).trimEnd()
}
