import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/** Copies of the signed checkpoints, for all readers. The signer's own record is a file outside the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE signed_checkpoints (
      company_id uuid NOT NULL,
      size bigint NOT NULL,
      note text NOT NULL,
      signed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (company_id, size)
    );
    CREATE TABLE verifier_keys (
      company_id uuid PRIMARY KEY,
      verifier_key text NOT NULL
    );
    GRANT SELECT, INSERT ON signed_checkpoints, verifier_keys TO ${sql.ref(APP_ROLE)};
  `.execute(db)
}
