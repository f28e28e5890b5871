import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Accounts' sign-in data. None of it is history: it changes, must be erasable, and is what a thief looks for. Data that
 * is looked up before the company is known (a sign-in name, a session) is in small tables of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- 'mobile:9876543210' or 'email:someone@example.in'; gone when the account closes, so that a number can be given again.
    CREATE TABLE sign_in_names (
      name text PRIMARY KEY,
      company_id uuid NOT NULL,
      account_id uuid NOT NULL
    );

    CREATE TABLE contacts (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      mobile text,
      email text,
      PRIMARY KEY (company_id, account_id)
    );
    CREATE INDEX sign_in_names_of_account ON sign_in_names (company_id, account_id);
    CREATE INDEX contacts_by_mobile ON contacts (company_id, mobile);

    CREATE TABLE credentials (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      password_hash text NOT NULL,
      PRIMARY KEY (company_id, account_id)
    );

    -- The copy that an admin may see (§3): AES-256-GCM under a key that is not in the database.
    CREATE TABLE password_copies (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      nonce bytea NOT NULL,
      ciphertext bytea NOT NULL,
      PRIMARY KEY (company_id, account_id)
    );

    -- A hash of the session id: who reads this table cannot sign in with it.
    CREATE TABLE sessions (
      sid_hash bytea PRIMARY KEY,
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      epoch integer NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz,
      data json NOT NULL
    );
    CREATE INDEX sessions_by_end ON sessions (expires_at);

    -- Tries that are limited, by the HMAC of what they are tried at.
    CREATE TABLE tries (
      key bytea PRIMARY KEY,
      tries integer NOT NULL,
      last_at timestamptz NOT NULL,
      blocked_until timestamptz NOT NULL
    );

    -- Which devices have signed in to which accounts before.
    CREATE TABLE devices (
      device_hash bytea NOT NULL,
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      since timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (device_hash, company_id, account_id)
    );

    -- Who somebody is at the OpenID provider: issuer and subject, never the e-mail address.
    CREATE TABLE openid_identities (
      issuer text NOT NULL,
      subject text NOT NULL,
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      PRIMARY KEY (issuer, subject)
    );

    GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_names, contacts, credentials, password_copies, sessions, tries, devices,
      openid_identities TO ${sql.ref(APP_ROLE)};
  `.execute(db)
}
