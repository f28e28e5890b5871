import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The counts of cash, in the order of the log. A read model of its own. The second index finds the newest ones of all
 * accounts; it has a statement of its own, as Citus requires (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`SET LOCAL ROLE ${sql.ref(APP_ROLE)}`.execute(db)
  await sql`
    CREATE TABLE read.cash_counts (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      position bigint NOT NULL,
      counted_at timestamptz NOT NULL,
      counted_paise bigint NOT NULL,
      expected_paise bigint NOT NULL,
      PRIMARY KEY (company_id, account_id, position)
    )`.execute(db)
  await sql`CREATE INDEX cash_counts_newest ON read.cash_counts (company_id, position)`.execute(db)
  await sql`RESET ROLE`.execute(db)
}
