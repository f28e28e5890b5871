import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Several companies on one installation. Each is found by its host names. A sign-in name, or an identity at an OpenID
 * provider, belongs to one account within a company, and is independent of other companies. Neither is looked up any
 * more before the company is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE companies ADD COLUMN disabled_at timestamptz;
    GRANT UPDATE (disabled_at) ON companies TO ${sql.ref(APP_ROLE)};

    -- As hostName() writes them. An installation with one company needs none: every host is its own.
    CREATE TABLE company_hosts (
      host text COLLATE "C" PRIMARY KEY,
      company_id uuid NOT NULL
    );
    GRANT SELECT, INSERT, DELETE ON company_hosts TO ${sql.ref(APP_ROLE)};

    ALTER TABLE sign_in_names DROP CONSTRAINT sign_in_names_pkey, ADD PRIMARY KEY (company_id, name);
    ALTER TABLE openid_identities DROP CONSTRAINT openid_identities_pkey, ADD PRIMARY KEY (company_id, issuer, subject);
  `.execute(db)
}
