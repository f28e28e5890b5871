import { type Kysely, sql } from 'kysely'

/**
 * The reference of an entry: a UTR, a cheque or a challan. Entries from before have none, in the lists and in the
 * states of decisions. The index has the reference after the narration; it is built beside the old one and then takes
 * its place, as in 0028-search-form.ts. Each statement runs by itself, as Citus requires for a distributed table
 * (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE transaction_states SET state = jsonb_set(state::jsonb, '{entry,reference}', 'null')::json
      WHERE state::jsonb -> 'entry' IS NOT NULL`.execute(db)
  await sql`ALTER TABLE read.ledger_rows ADD COLUMN reference text`.execute(db)
  const { rows } = await sql`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`.execute(db)
  if (rows.length === 0) return
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db)
  await sql`
    CREATE INDEX ledger_rows_searched_anew ON read.ledger_rows
      USING gin (public.searched_text(recipient, purpose, narration || coalesce(' ' || reference, ''), paise, payment_mode,
        type, transfer_from) public.gin_trgm_ops)
      WITH (gin_pending_list_limit = 1024)`.execute(db)
  await sql`DROP INDEX IF EXISTS read.ledger_rows_searched`.execute(db)
  await sql`ALTER INDEX read.ledger_rows_searched_anew RENAME TO ledger_rows_searched`.execute(db)
}
