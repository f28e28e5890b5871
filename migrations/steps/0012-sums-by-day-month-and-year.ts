import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Sums of entries by day, month and year, so that no sum reads entries. A read model of its own, which the worker fills
 * from the first event after the update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    CREATE TABLE read.sums (
      company_id uuid NOT NULL,
      whose uuid NOT NULL,
      what text NOT NULL,
      span text NOT NULL,
      -- 2026, 2026-04 or 2026-04-05, in Asia/Kolkata: in the order of their characters, which is that of time.
      period text COLLATE "C" NOT NULL,
      key text NOT NULL,
      paise bigint NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (company_id, whose, what, span, period, key)
    ) WITH (fillfactor = 80);
    RESET ROLE;
  `.execute(db)
}
