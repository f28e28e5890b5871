import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The text that a word search matches (projections/queries/search/search-conditions.ts), and an index of its trigrams.
 * If the server has no pg_trgm, or the owner may not create it, everything works without the index, but slower
 * (docs/operations.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DO $extension$ BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
    EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR invalid_schema_name THEN
      RAISE NOTICE 'There is no pg_trgm: searches read every entry';
    END $extension$;

    -- Small letters; a character of more than a byte as its bytes, because in the locale C it would be no part of a word. Devanagari,
    -- \\340\\244\\2nn and \\340\\245\\2nn, is written shorter: a letter and two digits.
    CREATE FUNCTION public.folded_text(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT replace(replace(encode(decode(replace(lower(words), '\\', '\\\\'), 'escape'), 'escape'), '\\340\\244\\2', 'q'), '\\340\\245\\2', 'z')
    $$;
    -- A pattern for LIKE that finds the words anywhere in such a text.
    CREATE FUNCTION public.folded_pattern(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT '%' || replace(replace(replace(public.folded_text(words), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
    $$;

    -- A row as it is found: its words, the amount, then what it shows in other words than it is kept in; nobody can type a line feed.
    CREATE FUNCTION public.searched_text(recipient text, purpose text, narration text, paise bigint, mode text, type text, transfer_from text)
    RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT public.folded_text(recipient || ' ' || purpose || ' ' || narration) || chr(10) || (paise / 100.0)::numeric(20, 2)::text
        || chr(10) || mode || chr(10) || CASE WHEN transfer_from IS NOT NULL THEN 'transfer' WHEN type = 'credit' THEN 'head office' ELSE '' END
    $$;

    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    DO $index$ BEGIN
      IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        SET LOCAL maintenance_work_mem = '256MB';
        CREATE INDEX ledger_rows_searched ON read.ledger_rows
          USING gin (public.searched_text(recipient, purpose, narration, paise, payment_mode, type, transfer_from) public.gin_trgm_ops)
          -- What a commit adds waits in a list, which every search reads whole and whoever fills it must clear.
          WITH (gin_pending_list_limit = 1024);
      END IF;
    END $index$;
    -- An account with many expenses and few credits finds them without the others.
    CREATE INDEX ledger_rows_credits ON read.ledger_rows (company_id, account_id, date DESC, position DESC, row_id DESC)
      WHERE NOT deleted AND type = 'credit';
    RESET ROLE;
  `.execute(db)
}
