import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { readCheckpointPages } from '../checkpoints/read-stored-checkpoints.ts'
import { readVerifierKey } from '../merkle/merkle-prover.ts'
import { requestCheckpoint } from '../signer/request-checkpoint.ts'

export const LOG_EXPORT_FORMAT = 'site-ledger/export/v1'
/** The number of lines yielded at a time, which a slow reader makes the service hold as text. */
const LINES_PER_CHUNK = 200

/**
 * Yields the whole log as lines of JSON: a header, the events in order, the checkpoints. `actor`, `data` and `meta`
 * stand in the line as the bytes that were hashed (RFC 8785), so that the file alone can be verified. The header has
 * the number of events: events and checkpoints that are added during the export come into the next one. The log is
 * signed first, and the export ends with its newest checkpoint, so that all of it is signed; without a signer it also
 * contains unsigned events.
 */
export async function* exportLogLines(
  db: Kysely<Database>,
  companyId: string,
  onProgress: (done: { events: number; of: number }) => void = () => undefined,
): AsyncGenerator<string> {
  // In this order: a checkpoint that was signed before the end was read covers no later event, unless the end of the
  // log was cut off.
  const { head, signed } = await requestCheckpoint(db, companyId)
  const { name, position } = await db
    .selectFrom('companies')
    .innerJoin('log_heads', 'log_heads.company_id', 'companies.company_id')
    .select(['name', 'position'])
    .where('companies.company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const events = signed < head ? position : Math.min(signed, position)
  const verifierKey = (await readVerifierKey(db, companyId)) ?? null
  yield formatHeaderLine({ companyId, name, verifierKey, events })
  for await (const page of readStoredEventPages(db, companyId, { upTo: events }))
    for (let at = 0; at < page.length; at += LINES_PER_CHUNK) {
      const lines = page.slice(at, at + LINES_PER_CHUNK)
      yield lines.map(formatEventLine).join('')
      onProgress({ events: lines.at(-1)?.position ?? events, of: events })
    }
  for await (const page of readCheckpointPages(db, companyId, signed)) yield page.map(formatCheckpointLine).join('')
}

/** `events` is not in an export that was made before 2026-11-22. */
export function formatHeaderLine(header: {
  companyId: string
  name: string
  verifierKey: string | null
  events?: number | undefined
}): string {
  const { companyId, name, verifierKey, events } = header
  return `${JSON.stringify({ format: LOG_EXPORT_FORMAT, companyId, name, verifierKey, events })}\n`
}

export function formatCheckpointLine({ note, signed_at }: { note: string; signed_at: string }): string {
  return `${JSON.stringify({ checkpoint: note, signedAt: signed_at })}\n`
}

export function formatEventLine(event: ChainedEvent): string {
  const { position, eventId, type, schemaVersion, recordedAt, date } = event
  const head = JSON.stringify({ position, eventId, type, schemaVersion, recordedAt, date }).slice(0, -1)
  const hashes = JSON.stringify({ prevHash: event.prevHash.toString('hex'), hash: event.hash.toString('hex') }).slice(1)
  return `${head},"actor":${event.actor},"data":${event.data},"meta":${event.meta},${hashes}\n`
}
