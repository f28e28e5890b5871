import { type Kysely, sql } from 'kysely'
import { APP_ROLE } from '../../database/connection/connection-pool.ts'

/**
 * Every entry made an entry in one more index of its account, by whether it has a bill. Whether it has none stands in the index of the account's
 * rows instead, behind what puts them in order: those that have one are passed over there, without a look at the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    SET LOCAL maintenance_work_mem = '256MB';
    DROP INDEX read.ledger_rows_without_bill_of_account;
    DROP INDEX read.ledger_rows_of_account;
    CREATE INDEX ledger_rows_of_account ON read.ledger_rows
      (company_id, account_id, date DESC, position DESC, row_id DESC, (bills IS NULL))
      INCLUDE (type, paise, recipient, purpose, payment_mode, transfer_from) WHERE NOT deleted;
    RESET ROLE;
  `.execute(db)
}
