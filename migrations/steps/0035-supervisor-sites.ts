import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The sites of supervisors: the last assignment of each in the state of its account, and all of them in a table of the
 * read model `directory`. No log has such an event yet, so nothing is filled in. Each statement runs by itself, as
 * Citus requires for a distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE account_states ADD COLUMN assignment json`.execute(db)
  await sql`SET LOCAL ROLE ${sql.ref(APP_ROLE)}`.execute(db)
  await sql`
    CREATE TABLE read.supervisor_sites (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      position bigint NOT NULL,
      site_id uuid,
      from_day text COLLATE "C" NOT NULL,
      PRIMARY KEY (company_id, account_id, position)
    )`.execute(db)
  await sql`CREATE INDEX supervisor_sites_by_site ON read.supervisor_sites (company_id, site_id)`.execute(db)
  await sql`RESET ROLE`.execute(db)
}
