import type { Entry, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { upcast } from '@ledger/contracts/events/upcasters.ts'
import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'

/**
 * Returns an event in its current shape, as the contracts type it; undefined where this app is older than the event.
 */
export function parseAuditEvent(event: AuditEvent): LedgerEvent | undefined {
  const data = upcast(event.type, event.schemaVersion, event.data)
  // The only parse of it: the log accepted it through the contract's schema of its type and version.
  return data && ({ ...event, data } as unknown as LedgerEvent)
}

/** Does the same for the entry before or after a revision. */
export function parseEntryJson(entry: Record<string, unknown> | null): Entry | undefined {
  return entry === null ? undefined : (entry as unknown as Entry)
}

/** Returns the transaction that an event concerns, if it concerns one. */
export function transactionIdOfEvent({ data }: AuditEvent): string | undefined {
  return typeof data.transaction === 'string' ? data.transaction : undefined
}
