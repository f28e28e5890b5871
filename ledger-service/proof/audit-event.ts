import type { AuditEvent } from '@ledger/contracts/audit.ts'
import type { SealedEvent } from '@ledger/database/stored-event.ts'

/** Returns an event for auditors: every hashed field, as it was hashed, and the hashes; of any version. */
export function auditEventOf(row: SealedEvent): AuditEvent {
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
