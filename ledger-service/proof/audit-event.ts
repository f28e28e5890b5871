import type { AuditEvent } from '@ledger/contracts/audit.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'
import { type SealedEvent, unseal } from '../event-store/chain.ts'
import { fromRow } from '../event-store/rows.ts'

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

/** The events at some positions, in order. */
export async function eventsAt(db: Kysely<Database>, companyId: string, positions: number[]): Promise<SealedEvent[]> {
  if (positions.length === 0) return []
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('position', 'in', positions)
    .orderBy('position')
    .execute()
  return rows.map(fromRow)
}
