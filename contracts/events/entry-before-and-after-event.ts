import type { Entry, EventType, NewEvent } from './event-schemas.ts'

/** The events that record an entry, change it or delete it. */
export const ENTRY_EVENT_TYPES = [
  ...(['CreditRecorded', 'DebitRecorded', 'TransferRecorded'] as const),
  ...(['TransactionEdited', 'TransactionDeleted'] as const),
] satisfies EventType[]

/**
 * Returns the entry that an event is about, before and after the event. A recorded entry has no `before`, a deleted one
 * no `after`.
 * @throws TypeError for an event of an entry that holds no entry; no version of this program has written one
 */
export function entryBeforeAndAfter(event: NewEvent): { before?: Entry; after?: Entry } {
  switch (event.type) {
    case 'CreditRecorded':
    case 'DebitRecorded':
    case 'TransferRecorded':
      return { after: requireEntry(event.data.entry, event.type) }
    case 'TransactionEdited':
      return { before: requireEntry(event.data.before, event.type), after: requireEntry(event.data.after, event.type) }
    case 'TransactionDeleted':
      return { before: requireEntry(event.data.before, event.type) }
    default:
      return {}
  }
}

function requireEntry(entry: Entry | undefined, type: EventType): Entry {
  if (entry === undefined) throw new TypeError(`A ${type} holds no entry`)
  return entry
}
