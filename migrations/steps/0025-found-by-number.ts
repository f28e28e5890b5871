import { type Kysely, sql } from 'kysely'

/**
 * Who has a mobile number is found by the number first. Beginning with the company, the index looked as good as the key to find one account
 * by, wherever statistics say that companies have one: then all accounts of the company were read for each. Each statement by itself, as Citus asks of
 * a table that is spread (docs/decisions/0026-on-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX contacts_by_mobile`.execute(db)
  await sql`CREATE INDEX contacts_by_mobile ON contacts (mobile, company_id)`.execute(db)
}
