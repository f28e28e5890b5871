import { type Kysely, sql } from 'kysely'
import { APP_ROLE } from '../../database/connect.ts'

/**
 * The indexes that put rows in order end with the row's id no more: 40 bytes in each, three times an entry, for the two rows of a transfer alone,
 * which have one date and one position. Those two are put in order as they are read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    SET LOCAL maintenance_work_mem = '256MB';
    DROP INDEX read.ledger_rows_of_account, read.ledger_rows_of_company, read.ledger_rows_deleted, read.ledger_rows_credits,
      read.ledger_rows_with_bill, read.ledger_rows_without_bill, read.ledger_rows_with_bill_of_account;
    CREATE INDEX ledger_rows_of_account ON read.ledger_rows (company_id, account_id, date DESC, position DESC, (bills IS NULL))
      INCLUDE (type, paise, recipient, purpose, payment_mode, transfer_from) WHERE NOT deleted;
    CREATE INDEX ledger_rows_of_company ON read.ledger_rows (company_id, date DESC, position DESC)
      INCLUDE (type, paise, recipient, transfer_from) WHERE NOT deleted;
    CREATE INDEX ledger_rows_deleted ON read.ledger_rows (company_id, date DESC, position DESC) WHERE deleted;
    CREATE INDEX ledger_rows_credits ON read.ledger_rows (company_id, account_id, date DESC, position DESC)
      WHERE NOT deleted AND type = 'credit';
    CREATE INDEX ledger_rows_with_bill ON read.ledger_rows (company_id, date DESC, position DESC)
      WHERE NOT deleted AND bills IS NOT NULL;
    CREATE INDEX ledger_rows_without_bill ON read.ledger_rows (company_id, date DESC, position DESC)
      WHERE NOT deleted AND bills IS NULL AND transfer_from IS NULL;
    CREATE INDEX ledger_rows_with_bill_of_account ON read.ledger_rows (company_id, account_id, date DESC, position DESC)
      WHERE NOT deleted AND bills IS NOT NULL;
    RESET ROLE;
  `.execute(db)
}
