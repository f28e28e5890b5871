import { EVENT_DATA_SCHEMAS, type EventType } from './event-schemas.ts'

type RawEventData = Record<string, unknown>
/** Converts the data of an event from one version to the next. Pure: it uses only what the event holds. */
export type Upcaster = (data: RawEventData) => RawEventData

/**
 * Adds an empty list of bills to entries from before entries named their bills
 * (docs/decisions/0015-bills.md).
 */
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

/** Adds no reference to entries from before they had one. */
const addNullReference =
  (...fields: ('entry' | 'before' | 'after' | 'about' | 'reviewed')[]): Upcaster =>
  (data) => ({
    ...data,
    ...Object.fromEntries(fields.map((field) => [field, { ...(data[field] as RawEventData), reference: null }])),
  })

/** Adds no reason to edits and deletions from before head office gave one. */
const addNullReason: Upcaster = (data) => ({ ...data, reason: null })

/**
 * The upcasters of each event type: the first converts version 1 to version 2, the next version 2 to version 3. A new
 * shape gets its upcaster here, before the first event of it is written, and a fixture in tests/log/fixtures; no
 * upcaster is ever removed. Data that is stored in a form derived from events (states, read models, snapshots) is made
 * anew by a step or a rebuild.
 */
export const UPCASTERS: Partial<Record<EventType, Upcaster[]>> = {
  CreditRecorded: [addEmptyBills('entry'), addNullReference('entry')],
  DebitRecorded: [addEmptyBills('entry'), addNullReference('entry')],
  TransferRecorded: [addNullReference('entry')],
  TransactionEdited: [addEmptyBills('before', 'after'), addNullReason, addNullReference('before', 'after')],
  TransactionDeleted: [addEmptyBills('before'), addNullReason, addNullReference('before')],
  EntryReviewed: [addNullReference('reviewed')],
  EntryQueried: [addNullReference('about')],
  EntryAnswered: [addNullReference('about')],
  EntryQueryClosed: [addNullReference('about')],
}

/** The first version of a type whose postings are written as they are today, if that is not version 1. */
export const POSTINGS_UNCHANGED_SINCE: Partial<Record<EventType, number>> = {}

/** Returns the version in which events of a type are written today; undefined for an unknown type. */
export function currentVersionOf(type: string): number | undefined {
  return isKnownEventType(type) ? 1 + (UPCASTERS[type]?.length ?? 0) : undefined
}

/** Returns whether the postings of an event can be read as written, without upcasters. */
export function hasCurrentPostings(type: string, schemaVersion: number): boolean {
  const newest = currentVersionOf(type)
  return (
    newest !== undefined &&
    schemaVersion <= newest &&
    schemaVersion >= (POSTINGS_UNCHANGED_SINCE[type as EventType] ?? 1)
  )
}

/** Returns the data of an event in today's shape; undefined if the event is newer than this program. */
export function upcast(type: string, schemaVersion: number, data: RawEventData): RawEventData | undefined {
  if (!isKnownEventType(type) || schemaVersion > 1 + (UPCASTERS[type]?.length ?? 0)) return undefined
  return (UPCASTERS[type] ?? []).slice(schemaVersion - 1).reduce((older, next) => next(older), data)
}

const isKnownEventType = (type: string): type is EventType => Object.hasOwn(EVENT_DATA_SCHEMAS, type)
