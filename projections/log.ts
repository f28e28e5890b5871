import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { storedEvents } from '@ledger/migrations/read-log.ts'
import { unseal } from '@ledger/migrations/stored-event.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'

/** Reads the next events of a company's log in order: positions `after` + 1 to `after` + `limit`. */
export async function readPage(
  db: Kysely<Database>,
  companyId: string,
  after: number,
  limit: number,
): Promise<LedgerEvent[]> {
  return (await storedEvents(db, companyId, { after, upTo: after + limit })).map(unseal)
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
