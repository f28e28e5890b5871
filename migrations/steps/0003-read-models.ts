import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The read models. They are built from the log alone. The app's role owns the schema, because a rebuild makes and swaps
 * its tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE SCHEMA read AUTHORIZATION ${sql.ref(APP_ROLE)};
    -- Where a rebuild fills its tables before they are swapped in.
    CREATE SCHEMA rebuild AUTHORIZATION ${sql.ref(APP_ROLE)};
    CREATE SCHEMA pgboss AUTHORIZATION ${sql.ref(APP_ROLE)};
    GRANT SELECT ON kysely_migration TO ${sql.ref(APP_ROLE)};
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};

    CREATE TABLE read.checkpoints (
      company_id uuid NOT NULL,
      projection text NOT NULL,
      position bigint NOT NULL,
      stopped_because text,
      PRIMARY KEY (company_id, projection)
    ) WITH (fillfactor = 10);

    CREATE TABLE read.balances (
      company_id uuid NOT NULL,
      account_id text NOT NULL,
      received_paise bigint NOT NULL,
      spent_paise bigint NOT NULL,
      credits integer NOT NULL,
      debits integer NOT NULL,
      PRIMARY KEY (company_id, account_id)
    ) WITH (fillfactor = 50);

    CREATE TABLE read.ledger_rows (
      company_id uuid NOT NULL,
      row_id text NOT NULL,
      account_id uuid NOT NULL,
      position bigint NOT NULL,
      type text NOT NULL,
      paise bigint NOT NULL,
      date timestamptz NOT NULL,
      recorded_at timestamptz NOT NULL,
      recipient text NOT NULL,
      beneficiary_id text,
      purpose text NOT NULL,
      payment_mode text NOT NULL,
      narration text NOT NULL,
      transfer_from text,
      transfer_to text,
      revision integer NOT NULL,
      recorded_by uuid NOT NULL,
      recorded_by_name text NOT NULL,
      recorded_by_role text NOT NULL,
      deleted boolean NOT NULL,
      PRIMARY KEY (company_id, row_id)
    );
    CREATE INDEX ledger_rows_of_account ON read.ledger_rows (company_id, account_id, date DESC, position DESC, row_id DESC) WHERE NOT deleted;
    CREATE INDEX ledger_rows_of_company ON read.ledger_rows (company_id, date DESC, position DESC, row_id DESC) WHERE NOT deleted;

    CREATE INDEX ledger_rows_of_beneficiary ON read.ledger_rows (company_id, beneficiary_id, date DESC)
      WHERE NOT deleted AND beneficiary_id IS NOT NULL;

    CREATE TABLE read.beneficiaries (
      company_id uuid NOT NULL,
      beneficiary_id text NOT NULL,
      name text NOT NULL,
      first_position bigint NOT NULL,
      PRIMARY KEY (company_id, beneficiary_id)
    );

    CREATE TABLE read.beneficiary_use (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      beneficiary_id text NOT NULL,
      debits integer NOT NULL,
      last_position bigint NOT NULL,
      PRIMARY KEY (company_id, account_id, beneficiary_id)
    ) WITH (fillfactor = 70);

    CREATE TABLE read.directory (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      role text NOT NULL,
      status text NOT NULL,
      first_name text NOT NULL,
      last_name text NOT NULL,
      site_name text,
      opened_position bigint NOT NULL,
      PRIMARY KEY (company_id, account_id)
    );

    -- What an auditor looks for: events by kind, by who did it, and by what they touch.
    CREATE TABLE read.activity (
      company_id uuid NOT NULL,
      position bigint NOT NULL,
      type text NOT NULL,
      recorded_at timestamptz NOT NULL,
      actor_id uuid NOT NULL,
      transaction_id uuid,
      PRIMARY KEY (company_id, position)
    );
    CREATE INDEX activity_of_transaction ON read.activity (company_id, transaction_id, position) WHERE transaction_id IS NOT NULL;
    CREATE INDEX activity_by_time ON read.activity (company_id, recorded_at);
    CREATE INDEX activity_of_type ON read.activity (company_id, type, position);
    CREATE INDEX activity_of_actor ON read.activity (company_id, actor_id, position);
    CREATE TABLE read.activity_accounts (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      position bigint NOT NULL,
      PRIMARY KEY (company_id, account_id, position)
    );

    CREATE TABLE read.verifications (
      company_id uuid NOT NULL,
      verified_at timestamptz NOT NULL DEFAULT now(),
      ok boolean NOT NULL,
      report json NOT NULL,
      PRIMARY KEY (company_id, verified_at)
    );

    -- Rebuilds of read models that were asked for, and how far they are.
    CREATE TABLE read.rebuilds (
      company_id uuid NOT NULL,
      projection text NOT NULL,
      state text NOT NULL,
      events bigint NOT NULL,
      of_events bigint NOT NULL,
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, projection)
    );

    RESET ROLE;
  `.execute(db)
}
