import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Indexes that find bills in tables that grow with the log. Uploads that may have to be deleted are few among the bills
 * that entries name (whose `wanted_at` is infinity, bills/delete-unused-and-erased-bills.ts), and so are erased bills
 * whose bytes are still in a store. An account's rows with a bill, or those without, may be few among its rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX bills_to_look_at ON bills (company_id, wanted_at) WHERE erased_at IS NULL AND wanted_at < 'infinity';
    CREATE INDEX bills_to_remove ON bills (company_id) WHERE erased_at IS NOT NULL AND kept_in = 's3';
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    SET LOCAL maintenance_work_mem = '256MB';
    CREATE INDEX ledger_rows_with_bill_of_account ON read.ledger_rows (company_id, account_id, date DESC, position DESC, row_id DESC)
      WHERE NOT deleted AND bills IS NOT NULL;
    CREATE INDEX ledger_rows_without_bill_of_account ON read.ledger_rows (company_id, account_id, date DESC, position DESC, row_id DESC)
      WHERE NOT deleted AND bills IS NULL AND transfer_from IS NULL;
    RESET ROLE;
  `.execute(db)
}
