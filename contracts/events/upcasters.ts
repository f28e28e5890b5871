import { EVENT_DATA_SCHEMAS, type EventType } from './event-types.ts'

type RawEventData = Record<string, unknown>
/** What an event of one version says, in the shape of the next. Pure: it looks at nothing but what the event holds. */
export type Upcaster = (data: RawEventData) => RawEventData

/** Entries from before they named their bills (docs/decisions/0017-bills-in-the-log.md): there were none. */
const addEmptyBills =
  (...fields: ('entry' | 'before' | 'after')[]): Upcaster =>
  (data) => {
    const next = { ...data }
    for (const field of fields) {
      const entry = data[field] as RawEventData
      if (entry.kind !== 'transfer') next[field] = { ...entry, bills: [] }
    }
    return next
  }

/**
 * The shapes that events once had: for a type, the first makes version 2 of version 1, the next one version 3 of that. A new
 * shape gets its upcaster here, before the first event of it is written, and a fixture in tests/log/fixtures; nothing is ever
 * taken out. What is kept of events in another form (states, read models, snapshots) is made anew by a step or a rebuild.
 */
export const UPCASTERS: Partial<Record<EventType, Upcaster[]>> = {
  CreditRecorded: [addEmptyBills('entry')],
  DebitRecorded: [addEmptyBills('entry')],
  TransactionEdited: [addEmptyBills('before', 'after')],
  TransactionDeleted: [addEmptyBills('before')],
}

/** The first version of a type whose postings are written as they are today, where that is not the first. */
export const POSTINGS_UNCHANGED_SINCE: Partial<Record<EventType, number>> = {}

/** The version of the shape in which events of a type are written today; undefined for a type that is not known here. */
export function currentVersionOf(type: string): number | undefined {
  return isKnownEventType(type) ? 1 + (UPCASTERS[type]?.length ?? 0) : undefined
}

/** Whether the postings of an event can be read as they were written, without leading it through upcasters. */
export function hasCurrentPostings(type: string, schemaVersion: number): boolean {
  const newest = currentVersionOf(type)
  return (
    newest !== undefined &&
    schemaVersion <= newest &&
    schemaVersion >= (POSTINGS_UNCHANGED_SINCE[type as EventType] ?? 1)
  )
}

/** The data of an event in the shape of today; undefined where the event is newer than this program. */
export function upcast(type: string, schemaVersion: number, data: RawEventData): RawEventData | undefined {
  if (!isKnownEventType(type) || schemaVersion > 1 + (UPCASTERS[type]?.length ?? 0)) return undefined
  return (UPCASTERS[type] ?? []).slice(schemaVersion - 1).reduce((older, next) => next(older), data)
}

const isKnownEventType = (type: string): type is EventType => Object.hasOwn(EVENT_DATA_SCHEMAS, type)
