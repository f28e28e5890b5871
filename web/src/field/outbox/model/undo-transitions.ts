import type { OutboxEntry } from './outbox-entry.ts'
import { isReplaceable, NO_CHANGES, type OutboxChanges, precedingEntryId } from './outbox-transitions.ts'

/**
 * How an input that the user takes back stands. The decision and the removal are one transaction, and a try is counted
 * in a transaction before it is made, so an entry is never taken back and sent as well.
 *
 * `taken_back`: the ledger never had it and never will. `sent`: a try was begun, so the ledger may have it. `settled`:
 * it no longer waits; it was booked, refused or thrown away.
 */
export interface UndoDecision extends OutboxChanges {
  readonly is: 'taken_back' | 'sent' | 'settled'
}

/** Takes a waiting entry back where the ledger certainly does not have it. */
export function takeBackEntry(entries: readonly OutboxEntry[], id: string): UndoDecision {
  const entry = entries.find((one) => one.id === id)
  if (entry === undefined) return { ...NO_CHANGES, is: 'settled' }
  return isReplaceable(entry) ? { put: [], remove: [id], is: 'taken_back' } : { ...NO_CHANGES, is: 'sent' }
}

/**
 * Takes a waiting deletion back, and puts the entry back that it had replaced.
 * @param before the entry about the same row that the deletion replaced, where there was one
 */
export function takeBackDeletion(
  entries: readonly OutboxEntry[],
  id: string,
  before: OutboxEntry | undefined,
): UndoDecision {
  const decided = takeBackEntry(entries, id)
  return decided.is === 'taken_back' ? { ...decided, put: restorable(entries, before) } : decided
}

/** Puts a waiting expense back that a deletion removed from the phone. */
export function putBackExpense(entries: readonly OutboxEntry[], before: OutboxEntry): UndoDecision {
  return { put: restorable(entries, before), remove: [], is: 'taken_back' }
}

/** Nothing where it is back already. */
function restorable(entries: readonly OutboxEntry[], before: OutboxEntry | undefined): readonly OutboxEntry[] {
  return before === undefined || entries.some(({ id }) => id === before.id) ? [] : [before]
}

/** Returns the ids of the files that wait with entries, without those of an entry that a waiting deletion is behind. */
export function filesOfStayingEntries(entries: readonly OutboxEntry[]): string[] {
  const going = new Set(entries.map(({ what }) => (what.kind === 'deletion' ? precedingEntryId(what) : undefined)))
  const staying = entries.filter(({ id }) => !going.has(id))
  return staying.flatMap(({ bills = [] }) => bills.flatMap(({ file }) => file ?? []))
}

/** Tells whether the entry waits, and no try of it was begun. */
export function isUnsent(entries: readonly OutboxEntry[], id: string): boolean {
  const entry = entries.find((one) => one.id === id)
  return entry !== undefined && isReplaceable(entry)
}
