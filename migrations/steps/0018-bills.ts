import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Bills: the record of each, by the SHA-256 of its bytes; the accounts that uploaded it; and the bytes, unless they are
 * in an object store. Pictures do not become smaller by compression, and a part of an uncompressed value can be read
 * alone. Entries name their bills from this step on. The stored data of older entries records that they have none: the
 * decision states by an update, the lists by a column without a value. The result of the last verification is for rows
 * without that column, so the next verification begins anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE bills (
      company_id uuid NOT NULL,
      bill_id text COLLATE "C" NOT NULL,
      type text NOT NULL,
      bytes integer NOT NULL,
      width integer,
      height integer,
      thumbnail bytea,
      kept_in text,
      wanted_at timestamptz NOT NULL,
      erased_at timestamptz,
      PRIMARY KEY (company_id, bill_id)
    );
    ALTER TABLE bills ALTER COLUMN thumbnail SET STORAGE EXTERNAL;
    CREATE TABLE bill_contents (
      company_id uuid NOT NULL,
      bill_id text COLLATE "C" NOT NULL,
      content bytea NOT NULL,
      PRIMARY KEY (company_id, bill_id)
    );
    ALTER TABLE bill_contents ALTER COLUMN content SET STORAGE EXTERNAL;
    CREATE TABLE bill_uploads (
      company_id uuid NOT NULL,
      bill_id text COLLATE "C" NOT NULL,
      account_id uuid NOT NULL,
      uploaded_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, bill_id, account_id)
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON bills TO ${sql.ref(APP_ROLE)};
    GRANT SELECT, INSERT, DELETE ON bill_contents, bill_uploads TO ${sql.ref(APP_ROLE)};

    UPDATE transaction_states SET state = jsonb_set(state::jsonb, '{entry,bills}', '[]')::json
      WHERE state -> 'entry' ->> 'kind' <> 'transfer';

    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    SET LOCAL maintenance_work_mem = '256MB';
    ALTER TABLE read.ledger_rows ADD COLUMN bills text;
    CREATE INDEX ledger_rows_with_bill ON read.ledger_rows (company_id, date DESC, position DESC, row_id DESC)
      WHERE NOT deleted AND bills IS NOT NULL;
    CREATE INDEX ledger_rows_without_bill ON read.ledger_rows (company_id, date DESC, position DESC, row_id DESC)
      WHERE NOT deleted AND bills IS NULL AND transfer_from IS NULL;
    CREATE TABLE read.bill_uses (
      company_id uuid NOT NULL,
      bill_id text COLLATE "C" NOT NULL,
      transaction_id uuid NOT NULL,
      account_id uuid NOT NULL,
      uses integer NOT NULL,
      PRIMARY KEY (company_id, bill_id, transaction_id, account_id)
    );
    CREATE TABLE read.bill_sums (
      company_id uuid NOT NULL,
      whose uuid NOT NULL,
      what text NOT NULL,
      span text NOT NULL,
      -- 2026-04 or 2026-04-05, in Asia/Kolkata: in the order of their characters, which is that of time.
      period text COLLATE "C" NOT NULL,
      key text NOT NULL,
      paise bigint NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (company_id, whose, what, span, period, key)
    ) WITH (fillfactor = 80);
    DROP TABLE read.kept_folds;
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
