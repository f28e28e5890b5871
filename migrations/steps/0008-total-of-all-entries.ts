import { type Kysely, sql } from 'kysely'

/**
 * The sum of all entries that are not deleted, which limits every other sum
 * (docs/decisions/0003-amounts-dates-and-text.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- numeric: a log from before the bound can hold any total.
    ALTER TABLE log_heads ADD COLUMN total_paise numeric NOT NULL DEFAULT 0;
    UPDATE log_heads h SET total_paise = coalesce((
      SELECT sum((state #>> '{entry,paise}')::numeric) FROM transaction_states t
      WHERE t.company_id = h.company_id AND NOT t.deleted), 0);
  `.execute(db)
}
