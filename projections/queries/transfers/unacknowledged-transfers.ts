import { DAY_MS, type Instant } from '@ledger/contracts/dates.ts'
import { INCOMING_SUFFIX } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { type ListOwner, listOwnRows, type TransactionQueryContext } from '../transactions/transaction-lists.ts'

/** An acknowledgement is missed when it has not come after this many days. */
const MISSED_AFTER_DAYS = 3
/** A transfer is mentioned no longer than this many days: later acknowledgements are rare. */
const MENTIONED_FOR_DAYS = 30
const MOST_ROWS = 100

/**
 * Returns the transfers of the caller, given or received, that have had no acknowledgement for three days, the newest
 * first. Those from before this database knew acknowledgements are left out, and so are those to a supervisor who is
 * disabled or deleted, and can no longer sign in.
 * @param now the clock, ISO 8601 in UTC
 */
export async function listUnacknowledgedTransfers(
  context: TransactionQueryContext,
  owner: ListOwner,
  now: Instant,
): Promise<Transaction[]> {
  const daysAgo = (days: number) => new Date(Date.parse(now) - days * DAY_MS).toISOString()
  const conditions = [
    sql`transfer_from IS NOT NULL AND acknowledged_at IS NULL`,
    sql`(type = 'credit' OR EXISTS (
      SELECT FROM ledger_rows AS received JOIN directory AS receiver USING (company_id, account_id)
      WHERE received.company_id = ${context.companyId} AND received.row_id = ledger_rows.row_id || ${INCOMING_SUFFIX}::text
        AND receiver.status = 'active'))`,
    sql`recorded_at >= ${await readKnownSince(context.db)}`,
    sql`recorded_at >= ${daysAgo(MENTIONED_FOR_DAYS)} AND recorded_at <= ${daysAgo(MISSED_AFTER_DAYS)}`,
  ]
  const { rows } = await listOwnRows(context, owner, { limit: MOST_ROWS, from: undefined, to: undefined, conditions })
  return rows
}

/** Returns when the step of the schema was made that knows acknowledgements: at the update, or at the first start. */
async function readKnownSince(db: Kysely<Database>): Promise<Instant> {
  const { rows } = await sql<{ timestamp: string }>`
    SELECT timestamp FROM kysely_migration WHERE name = '0047-acknowledged-transfers'`.execute(db)
  return new Date(rows[0]?.timestamp ?? 0).toISOString()
}
