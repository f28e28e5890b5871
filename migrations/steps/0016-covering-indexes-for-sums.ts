import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Sums over an account's rows, or over the company's rows of some days, are read from the index that finds them,
 * because an account's rows are scattered over the table. The widest index row is 1.4 kB
 * (contracts/text/text-schemas.ts, TEXT_LIMITS); a page of an index accepts 2.7 kB.
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
