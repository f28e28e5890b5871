import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The log and the state for decisions. The app may add events and read them; only the owner could change one, and no
 * process of ours signs in as the owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE companies (
      company_id uuid PRIMARY KEY,
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    -- One row for each company, locked FOR UPDATE by every append: the order of the log, without gaps.
    CREATE TABLE log_heads (
      company_id uuid PRIMARY KEY,
      position bigint NOT NULL,
      hash bytea NOT NULL,
      recorded_at timestamptz NOT NULL
    ) WITH (fillfactor = 10);

    -- json, not jsonb: the hash is over the bytes.
    CREATE TABLE events (
      company_id uuid NOT NULL,
      position bigint NOT NULL,
      event_id uuid NOT NULL,
      type text NOT NULL,
      schema_version smallint NOT NULL,
      recorded_at timestamptz NOT NULL,
      date timestamptz NOT NULL,
      actor json NOT NULL,
      data json NOT NULL,
      meta json NOT NULL,
      prev_hash bytea NOT NULL,
      hash bytea NOT NULL,
      PRIMARY KEY (company_id, position)
    );

    CREATE TABLE account_states (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      role text NOT NULL,
      status text NOT NULL,
      first_name text NOT NULL,
      last_name text NOT NULL,
      site_name text,
      mobile_masked text,
      epoch integer NOT NULL,
      received_paise bigint NOT NULL,
      spent_paise bigint NOT NULL,
      PRIMARY KEY (company_id, account_id)
    ) WITH (fillfactor = 50);

    CREATE TABLE transaction_states (
      company_id uuid NOT NULL,
      transaction_id uuid NOT NULL,
      revision integer NOT NULL,
      deleted boolean NOT NULL,
      state json NOT NULL,
      PRIMARY KEY (company_id, transaction_id)
    );

    CREATE TABLE beneficiary_names (
      company_id uuid NOT NULL,
      beneficiary_id text NOT NULL,
      name text NOT NULL,
      PRIMARY KEY (company_id, beneficiary_id)
    );

    -- What an Idempotency-Key answered. The key is one digest of account and key, so that a batch is looked up with = ANY.
    CREATE TABLE answers (
      company_id uuid NOT NULL,
      key_digest bytea NOT NULL,
      body_digest bytea NOT NULL,
      status smallint NOT NULL,
      body text NOT NULL,
      answered_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, key_digest)
    );
    -- Old answers are cleared away by age; rows arrive in that order, so a few pages of index are enough.
    CREATE INDEX answers_by_age ON answers USING brin (answered_at);

    GRANT SELECT, INSERT ON companies, events TO ${sql.ref(APP_ROLE)};
    GRANT SELECT, INSERT, UPDATE ON log_heads, account_states, transaction_states TO ${sql.ref(APP_ROLE)};
    GRANT SELECT, INSERT ON beneficiary_names TO ${sql.ref(APP_ROLE)};
    GRANT SELECT, INSERT, DELETE ON answers TO ${sql.ref(APP_ROLE)};
  `.execute(db)
}
