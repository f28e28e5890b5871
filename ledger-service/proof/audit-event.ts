import type { AuditEvent } from '@ledger/contracts/audit.ts'
import type { SealedEvent } from '@ledger/database/stored-event.ts'

/** An event as auditors see it: all that was hashed, as it was hashed, and the hashes; of whatever version it is. */
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
