import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The most of an account's newest rows that are read, however long its ledger is. */
const MAX_ROWS_SCANNED = 2000

/**
 * Returns the inner ids of the accounts to which an account lately transferred money, each with the date of the last
 * transfer.
 */
export async function readLastTransferDates(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<ReadonlyMap<string, string>> {
  // The other side of a transfer is the row of the same id and `-in`
  // (contracts/events/transaction-row-sides-and-ids.ts).
  const { rows } = await sql<{ account_id: string; date: string }>`
    SELECT received.account_id, max(own.date) AS date
    FROM (
      SELECT row_id, date, transfer_to FROM ledger_rows
      WHERE company_id = ${companyId} AND account_id = ${accountId} AND NOT deleted
      ORDER BY date DESC, position DESC LIMIT ${sql.lit(MAX_ROWS_SCANNED)}
    ) AS own
    JOIN ledger_rows AS received
      ON received.company_id = ${companyId} AND received.row_id = own.row_id || '-in'
    WHERE own.transfer_to IS NOT NULL
    GROUP BY received.account_id`.execute(db)
  return new Map(rows.map(({ account_id, date }) => [account_id, date]))
}
