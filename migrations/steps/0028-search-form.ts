import { type Kysely, sql } from 'kysely'

/** The digits of Devanagari, which become Latin ones, and the invisible characters that texts have had. */
const FOLDED_CHARACTERS = `U&'${[
  ...['0966', '0967', '0968', '0969', '096A', '096B', '096C', '096D', '096E', '096F'],
  ...['00AD', '200B', '200C', '200D', '2060', 'FE0E', 'FE0F', 'FEFF'],
]
  .map((code) => `\\${code}`)
  .join('')}'`

/**
 * The index has texts in the form in which they are searched (projections/queries/search/word-sql.ts): besides small
 * letters, also Latin digits, no invisible characters, and plain forms for full-width ones. It is built beside the old
 * one and then takes its place; entries are read meanwhile, and read models wait. The function keeps its name, so that
 * a process of the version before goes on. Each statement runs by itself, as Citus requires for a distributed table
 * (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As in 0013-search-text-and-trigram-index.ts. Most texts are plain ASCII: one form only, no normalising.
  await sql`
    CREATE OR REPLACE FUNCTION public.folded_text(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT replace(replace(encode(decode(replace(
        CASE WHEN octet_length(words) = char_length(words) THEN lower(words)
          ELSE lower(normalize(translate(words, ${sql.raw(FOLDED_CHARACTERS)}, '0123456789'), NFKC)) END,
        '\\', '\\\\'), 'escape'), 'escape'), '\\340\\244\\2', 'q'), '\\340\\245\\2', 'z')
    $$`.execute(db)
  const { rows } = await sql`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`.execute(db)
  if (rows.length === 0) return
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
  await sql`
    CREATE INDEX ledger_rows_searched_anew ON read.ledger_rows
      USING gin (public.searched_text(recipient, purpose, narration, paise, payment_mode, type, transfer_from) public.gin_trgm_ops)
      WITH (gin_pending_list_limit = 1024)`.execute(db)
  await sql`DROP INDEX IF EXISTS read.ledger_rows_searched`.execute(db)
  await sql`ALTER INDEX read.ledger_rows_searched_anew RENAME TO ledger_rows_searched`.execute(db)
}
