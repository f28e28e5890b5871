import { type Kysely, sql } from 'kysely'
import { APP_ROLE } from '../../database/connection/connection-pool.ts'

/**
 * What is added up of an account's rows, or of the company's in some days, is read from the index that finds them: an account's rows lie all over
 * the table. The widest of them is 1.4 kB (contracts/text-schemas.ts, LIMITS), of 2.7 that a page of an index takes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    SET LOCAL maintenance_work_mem = '256MB';
    DROP INDEX read.ledger_rows_of_account;
    CREATE INDEX ledger_rows_of_account ON read.ledger_rows (company_id, account_id, date DESC, position DESC, row_id DESC)
      INCLUDE (type, paise, recipient, purpose, payment_mode, transfer_from) WHERE NOT deleted;
    DROP INDEX read.ledger_rows_of_company;
    CREATE INDEX ledger_rows_of_company ON read.ledger_rows (company_id, date DESC, position DESC, row_id DESC)
      INCLUDE (type, paise, recipient, transfer_from) WHERE NOT deleted;
    RESET ROLE;
  `.execute(db)
}
