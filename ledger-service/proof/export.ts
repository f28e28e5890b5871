import type { SealedEvent } from '@ledger/migrations/stored-event.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'
import { sealedEvents } from '../event-store/rows.ts'
import { verifierKeyOf } from './prove.ts'

export const EXPORT_FORMAT = 'site-ledger/export/v1'

/**
 * The whole log as lines of JSON: a header, the events in order, the checkpoints. `actor`, `data` and `meta` stand in the
 * line as the bytes that were hashed (RFC 8785), so that the file alone proves itself.
 */
export async function* exportLines(db: Kysely<Database>, companyId: string): AsyncGenerator<string> {
  const company = await db
    .selectFrom('companies')
    .select('name')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const verifierKey = (await verifierKeyOf(db, companyId)) ?? null
  const header = { format: EXPORT_FORMAT, companyId, name: company.name, verifierKey }
  yield `${JSON.stringify(header)}\n`
  for await (const page of sealedEvents(db, companyId)) yield page.map(eventLine).join('')
  const notes = await db
    .selectFrom('signed_checkpoints')
    .select(['note', 'signed_at'])
    .where('company_id', '=', companyId)
    .orderBy('size')
    .execute()
  for (const { note, signed_at } of notes) yield `${JSON.stringify({ checkpoint: note, signedAt: signed_at })}\n`
}

function eventLine(event: SealedEvent): string {
  const { position, eventId, type, schemaVersion, recordedAt, date } = event
  const head = JSON.stringify({ position, eventId, type, schemaVersion, recordedAt, date }).slice(0, -1)
  const hashes = JSON.stringify({ prevHash: event.prevHash.toString('hex'), hash: event.hash.toString('hex') }).slice(1)
  return `${head},"actor":${event.actor},"data":${event.data},"meta":${event.meta},${hashes}\n`
}
