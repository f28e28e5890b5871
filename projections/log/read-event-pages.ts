import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { currentVersionOf } from '@ledger/contracts/events/upcasters.ts'
import { decodeEvent, type StoredEvent } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents, readStoredEventsOfCompanies } from '@ledger/database/binary/stored-event-reader.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/**
 * Reads the next events of a company's log in order: positions `after` + 1 to `after` + `limit`, up to the first event
 * that is newer than this program.
 * @throws UnsupportedSchemaVersion where the next event is newer
 */
export async function readEventPage(
  db: Kysely<Database>,
  companyId: string,
  after: number,
  limit: number,
): Promise<LedgerEvent[]> {
  return decodeKnownVersions(await readStoredEvents(db, companyId, { after, upTo: after + limit }))
}

/** Reads the events of several companies in one query: positions `after` + 1 to `upTo`. */
export async function readEventPagesOfCompanies(
  db: Kysely<Database>,
  all: readonly { companyId: string; after: number; upTo: number }[],
): Promise<Map<string, LedgerEvent[]>> {
  const rows = Map.groupBy(await readStoredEventsOfCompanies(db, all), ({ companyId }) => companyId)
  return new Map([...rows].map(([companyId, own]) => [companyId, decodeKnownVersions(own)]))
}

function decodeKnownVersions(rows: readonly StoredEvent[]): LedgerEvent[] {
  const events: LedgerEvent[] = []
  for (const row of rows) {
    if (events.length > 0 && row.schemaVersion > (currentVersionOf(row.type) ?? 0)) break
    events.push(decodeEvent(row))
  }
  return events
}
