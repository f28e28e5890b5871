import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The list of purposes and the budgets. The events that set them have indexes of their own, which a decision about them
 * reads (ledger-service/event-store/append/load-state/load-folded-states.ts). The worker fills the read model from the
 * first event. `purpose_key` is the form in which two texts of a purpose are equal
 * (contracts/purposes/company-purpose-list.ts). Its length is limited, because NFKC may write a character as
 * 18, and an entry of an index has at most 2,704 bytes. By the index of expenses a budget reads the expenses of its
 * purpose alone.
 * Each statement runs by itself, as Citus requires for a distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX events_of_purposes ON events (company_id, position) WHERE type = 'PurposesChanged'`.execute(db)
  await sql`CREATE INDEX events_of_budgets ON events (company_id, position) WHERE type = 'BudgetSet'`.execute(db)
  // Most texts are plain ASCII, which has one form only and needs no normalising.
  await sql`
    CREATE FUNCTION public.purpose_key(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT left(btrim(regexp_replace(
        CASE WHEN octet_length(words) = char_length(words) THEN lower(words)
          ELSE lower(normalize(translate(words, ${sql.raw(FOLDED_CHARACTERS)}, '0123456789'), NFKC)) END,
        '\\s+', ' ', 'g')), 250)
    $$`.execute(db)
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
  await sql`
    CREATE INDEX ledger_rows_by_purpose
      ON read.ledger_rows (company_id, account_id, public.purpose_key(purpose), date) INCLUDE (paise)
      WHERE NOT deleted AND type = 'debit' AND transfer_from IS NULL`.execute(db)
  await sql`SET LOCAL ROLE ${sql.ref(APP_ROLE)}`.execute(db)
  // The list as JSON, each time that it was changed; the last row holds.
  await sql`
    CREATE TABLE read.purposes (
      company_id uuid NOT NULL,
      position bigint NOT NULL,
      revision integer NOT NULL,
      list text NOT NULL,
      PRIMARY KEY (company_id, position)
    )`.execute(db)
  // Budgets, each time that one was set; the last row of a site, purpose and month holds. No amount: it was taken away.
  await sql`
    CREATE TABLE read.budgets (
      company_id uuid NOT NULL,
      position bigint NOT NULL,
      site_id uuid NOT NULL,
      purpose text NOT NULL,
      month text,
      paise bigint,
      PRIMARY KEY (company_id, position)
    )`.execute(db)
  await sql`RESET ROLE`.execute(db)
}

/** The digits of Devanagari, which become Latin ones, and the invisible characters that texts have had. */
const FOLDED_CHARACTERS = `U&'${[
  ...['0966', '0967', '0968', '0969', '096A', '096B', '096C', '096D', '096E', '096F'],
  ...['00AD', '200B', '200C', '200D', '2060', 'FE0E', 'FE0F', 'FEFF'],
]
  .map((code) => `\\${code}`)
  .join('')}'`
