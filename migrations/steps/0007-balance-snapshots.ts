import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Totals received and spent of all accounts at a position, so that a replay to a moment need not begin at the first
 * event. `hash` is that of the event at the position: a snapshot belongs to one history. Verification computes each one
 * anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE balance_snapshots (
      company_id uuid NOT NULL,
      position bigint NOT NULL,
      shape smallint NOT NULL,
      hash bytea NOT NULL,
      accounts json NOT NULL,
      PRIMARY KEY (company_id, position, shape)
    );
    GRANT SELECT, INSERT ON balance_snapshots TO ${sql.ref(APP_ROLE)};
  `.execute(db)
}
