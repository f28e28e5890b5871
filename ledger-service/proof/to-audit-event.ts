import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'

/** Returns an event for auditors: every hashed field, as it was hashed, and the hashes; of any version. */
export function toAuditEvent(row: ChainedEvent): AuditEvent {
  const { position, eventId, type, schemaVersion, recordedAt, date } = row
  return {
    position,
    eventId,
    type,
    schemaVersion,
    recordedAt,
    date,
    actor: JSON.parse(row.actor),
    data: JSON.parse(row.data),
    meta: JSON.parse(row.meta),
    hash: row.hash.toString('hex'),
    prevHash: row.prevHash.toString('hex'),
  }
}
