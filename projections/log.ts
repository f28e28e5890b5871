import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { versionOf } from '@ledger/contracts/upcast.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import { unseal } from '@ledger/database/stored-event.ts'
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
  const events: LedgerEvent[] = []
  for (const row of await storedEvents(db, companyId, { after, upTo: after + limit })) {
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
