import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The result of the last good verification of a read model is stored in rows: a sum for each bucket and, for read
 * models whose rows change in ways that no sum can follow, the rows. Before, it was one text, which grew with the log.
 * The existing text is dropped: the next verification begins anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- By the owner: where it is spread, Citus would sign in to the nodes as the role.
    DROP TABLE read.kept_folds;
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    CREATE TABLE read.kept_folds (
      company_id uuid NOT NULL,
      projection text NOT NULL,
      position bigint NOT NULL,
      hash bytea NOT NULL,
      salt bytea NOT NULL,
      old_from text NOT NULL,
      PRIMARY KEY (company_id, projection)
    );
    CREATE TABLE read.kept_sums (
      company_id uuid NOT NULL,
      projection text COLLATE "C" NOT NULL,
      part integer NOT NULL,
      bucket text COLLATE "C" NOT NULL,
      sum text NOT NULL,
      rows bigint NOT NULL,
      PRIMARY KEY (company_id, projection, part, bucket)
    ) WITH (fillfactor = 80);
    CREATE TABLE read.kept_balances (LIKE read.balances INCLUDING ALL) WITH (fillfactor = 80);
    CREATE TABLE read.kept_beneficiaries (LIKE read.beneficiaries INCLUDING ALL);
    CREATE TABLE read.kept_beneficiary_use (LIKE read.beneficiary_use INCLUDING ALL) WITH (fillfactor = 80);
    CREATE TABLE read.kept_directory (LIKE read.directory INCLUDING ALL);
    RESET ROLE;
  `.execute(db)
}
