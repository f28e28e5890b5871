import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { versionOf } from '@ledger/contracts/upcast.ts'
import { storedEvents, storedEventsOfSeveral } from '@ledger/database/read-log.ts'
import { type StoredEvent, unseal } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'

/**
 * Reads the next events of a company's log in order: positions `after` + 1 to `after` + `limit`, and none beyond one that is
 * newer than this program.
 * @throws UnknownShape where that is the next one
 */
export async function readPage(
  db: Kysely<Database>,
  companyId: string,
  after: number,
  limit: number,
): Promise<LedgerEvent[]> {
  return readable(await storedEvents(db, companyId, { after, upTo: after + limit }))
}

/** The same of several companies' logs, in one read: positions `after` + 1 to `upTo`. */
export async function readPages(
  db: Kysely<Database>,
  all: readonly { companyId: string; after: number; upTo: number }[],
): Promise<Map<string, LedgerEvent[]>> {
  const rows = Map.groupBy(await storedEventsOfSeveral(db, all), ({ companyId }) => companyId)
  return new Map([...rows].map(([companyId, own]) => [companyId, readable(own)]))
}

function readable(rows: readonly StoredEvent[]): LedgerEvent[] {
  const events: LedgerEvent[] = []
  for (const row of rows) {
    if (events.length > 0 && row.schemaVersion > (versionOf(row.type) ?? 0)) break
    events.push(unseal(row))
  }
  return events
}

/** The position of the last event of a company's log. */
export async function headPosition(db: Kysely<Database>, companyId: string): Promise<number> {
  const head = await db
    .selectFrom('log_heads')
    .select('position')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return head?.position ?? 0
}
