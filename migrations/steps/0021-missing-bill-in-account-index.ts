import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * With the index of rows without a bill, every entry was in one more index of its account. The index of the account's
 * rows now records whether a row has no bill, after the columns of its order, so that rows with a bill are skipped in
 * the index, without reading the table.
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
