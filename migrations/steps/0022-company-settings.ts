import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * A company's own settings, rather than the installation's: its provider for sign-in, and secrets. A secret is
 * encrypted with a key that is not in the database (ledger-service/access/secret-encryption.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- No row: the first company signs in at the installation's provider, any other at none.
    CREATE TABLE company_settings (
      company_id uuid PRIMARY KEY,
      openid text NOT NULL CHECK (openid IN ('own', 'installation', 'none')),
      openid_issuer text,
      openid_client_id text,
      CHECK ((openid = 'own') = (openid_issuer IS NOT NULL AND openid_client_id IS NOT NULL))
    );
    CREATE TABLE company_secrets (
      company_id uuid,
      name text COLLATE "C",
      sealed bytea NOT NULL,
      PRIMARY KEY (company_id, name)
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON company_settings, company_secrets TO ${sql.ref(APP_ROLE)};
    GRANT UPDATE (name) ON companies TO ${sql.ref(APP_ROLE)};
  `.execute(db)
}
