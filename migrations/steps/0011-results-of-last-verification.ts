import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The result of the last good verification of each read model, so that the next one, an hour later, need not begin at
 * the first event. Each night everything is computed anew, without this result.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    CREATE TABLE read.kept_folds (
      company_id uuid NOT NULL,
      projection text NOT NULL,
      position bigint NOT NULL,
      hash bytea NOT NULL,
      salt bytea NOT NULL,
      state json NOT NULL,
      old_from text NOT NULL,
      PRIMARY KEY (company_id, projection)
    );
    RESET ROLE;
  `.execute(db)
}
