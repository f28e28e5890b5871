import type { AuditEvent } from '@ledger/contracts/audit.ts'
import type { Entry, LedgerEvent } from '@ledger/contracts/events.ts'
import { upcast } from '@ledger/contracts/upcast.ts'

/** An event in the shape of today, as the contracts type it; undefined where this app is older than the event. */
export function readEvent(event: AuditEvent): LedgerEvent | undefined {
  const data = upcast(event.type, event.schemaVersion, event.data)
  // The one parse of it: the log took it through the contract's schema of its type and version.
  return data && ({ ...event, data } as unknown as LedgerEvent)
}

/** The entry before or after a revision, likewise. */
export function readEntry(entry: Record<string, unknown> | null): Entry | undefined {
  return entry === null ? undefined : (entry as unknown as Entry)
}

/** The transaction that an event is about, if it is about one. */
export function transactionOf({ data }: AuditEvent): string | undefined {
  return typeof data.transaction === 'string' ? data.transaction : undefined
}
