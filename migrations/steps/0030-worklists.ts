import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/** A transfer is one entry of a worklist: the giver's row. */
const ONE_ROW_OF_EACH = `(transfer_from IS NULL OR type = 'debit')`

/** The indexes of read.ledger_rows for filters, orders and worklists that would read every row of a company. */
const INDEXES = {
  // Lists in the order of amounts, ranges of amounts, and the large entries.
  ledger_rows_by_amount: `(company_id, paise DESC, date DESC, position DESC)
    INCLUDE (type, transfer_from, seen) WHERE NOT deleted`,
  // Reviewed entries are subtracted from the counts of amounts.
  ledger_rows_seen: '(company_id, paise) WHERE NOT deleted AND seen',
  ledger_rows_bill_not_needed: '(company_id, paise) WHERE NOT deleted AND bill_not_needed',
  ledger_rows_by_mode: `(company_id, payment_mode, date DESC, position DESC)
    INCLUDE (type, paise, transfer_from) WHERE NOT deleted`,
  ledger_rows_bill_wanted: `(company_id, paise) WHERE NOT deleted AND bills IS NULL AND transfer_from IS NULL
    AND type = 'debit' AND NOT bill_not_needed`,
  ledger_rows_late: `(company_id, public.days_late(recorded_at, date))
    WHERE NOT deleted AND NOT seen AND public.days_late(recorded_at, date) > 0 AND ${ONE_ROW_OF_EACH}`,
}

/**
 * The worklists of the office: what it said to an entry, its alert levels and limits, and entries that look alike. The
 * worker fills the new read model from the first event; the new columns of old rows are as before any review. Each
 * statement runs by itself, as Citus requires for a distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The days in Asia/Kolkata from an entry's date to its recording; 100,000 more where a financial year, which ends on
  // 31 March, ended between them.
  await sql`
    CREATE FUNCTION public.days_late(recorded_at timestamptz, date timestamptz) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT (recorded_at AT TIME ZONE 'Asia/Kolkata')::date - (date AT TIME ZONE 'Asia/Kolkata')::date
        + CASE WHEN extract(year FROM (recorded_at AT TIME ZONE 'Asia/Kolkata') - interval '3 months')
          > extract(year FROM (date AT TIME ZONE 'Asia/Kolkata') - interval '3 months') THEN 100000 ELSE 0 END
    $$`.execute(db)
  await sql`
    ALTER TABLE read.ledger_rows
      ADD COLUMN seen boolean NOT NULL DEFAULT false,
      ADD COLUMN bill_not_needed boolean NOT NULL DEFAULT false`.execute(db)
  await sql`ALTER TABLE read.directory ADD COLUMN alert_paise bigint`.execute(db)
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
  for (const [name, of] of Object.entries(INDEXES))
    await sql`CREATE INDEX ${sql.ref(name)} ON read.ledger_rows ${sql.raw(of)}`.execute(db)
  await sql`SET LOCAL ROLE ${sql.ref(APP_ROLE)}`.execute(db)
  // Entries of one account, day, amount and party. Each position is that of the last event that made it.
  await sql`
    CREATE TABLE read.alike_entries (
      company_id uuid NOT NULL,
      account_id uuid NOT NULL,
      day text COLLATE "C" NOT NULL,
      paise bigint NOT NULL,
      party text NOT NULL,
      entries integer NOT NULL,
      joined_position bigint NOT NULL,
      dismissed_position bigint NOT NULL,
      PRIMARY KEY (company_id, account_id, day, paise, party)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`
    CREATE INDEX alike_entries_open ON read.alike_entries (company_id)
      WHERE entries > 1 AND joined_position > dismissed_position`.execute(db)
  // Entries that name one bill.
  await sql`
    CREATE TABLE read.shared_bills (
      company_id uuid NOT NULL,
      bill_id text NOT NULL,
      entries integer NOT NULL,
      joined_position bigint NOT NULL,
      dismissed_position bigint NOT NULL,
      PRIMARY KEY (company_id, bill_id)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`
    CREATE INDEX shared_bills_open ON read.shared_bills (company_id)
      WHERE entries > 1 AND joined_position > dismissed_position`.execute(db)
  // Entries, and expenses without a bill, by the first digits of their amounts.
  await sql`
    CREATE TABLE read.amount_counts (
      company_id uuid NOT NULL,
      what text NOT NULL,
      bucket bigint NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (company_id, what, bucket)
    ) WITH (fillfactor = 80)`.execute(db)
  // The limits that the office has set, each time; the last row holds.
  await sql`
    CREATE TABLE read.office_limits (
      company_id uuid NOT NULL,
      position bigint NOT NULL,
      low_cash_paise bigint,
      bill_above_paise bigint,
      large_paise bigint,
      late_days integer,
      PRIMARY KEY (company_id, position)
    )`.execute(db)
  await sql`RESET ROLE`.execute(db)
}
