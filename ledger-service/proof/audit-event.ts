import type { AuditEvent } from '@ledger/contracts/audit.ts'
import { type SealedEvent, unseal } from '@ledger/migrations/stored-event.ts'

/** An event as auditors see it: all that was hashed, and the hashes. */
export function auditEventOf(row: SealedEvent): AuditEvent {
  const { position, eventId, type, schemaVersion, recordedAt, date, actor, data, meta } = unseal(row)
  return {
    ...{ position, eventId, type, schemaVersion, recordedAt, date, actor, data },
    meta: { ...meta },
    hash: row.hash.toString('hex'),
    prevHash: row.prevHash.toString('hex'),
  }
}
