import type { AuditEvent } from '@ledger/contracts/audit.ts'
import { type Entry, type LedgerEvent, SCHEMA_VERSION } from '@ledger/contracts/events.ts'
import { isEventType } from './event-type-words.ts'

/** An event as the contracts type it; undefined where this app is older than the event's shape. */
export function readEvent(event: AuditEvent): LedgerEvent | undefined {
  if (event.schemaVersion !== SCHEMA_VERSION || !isEventType(event.type)) return undefined
  // The one parse of it: the log took it through the contract's schema of its type and version.
  return event as unknown as LedgerEvent
}

/** The entry before or after a revision, likewise. */
export function readEntry(entry: Record<string, unknown> | null): Entry | undefined {
  return entry === null ? undefined : (entry as unknown as Entry)
}

/** The transaction that an event is about, if it is about one. */
export function transactionOf({ data }: AuditEvent): string | undefined {
  return typeof data.transaction === 'string' ? data.transaction : undefined
}
