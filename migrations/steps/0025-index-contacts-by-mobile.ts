import { type Kysely, sql } from 'kysely'

/**
 * The index that finds an account by its mobile number begins with the number. When it began with the company, the
 * planner considered it as good as the primary key for one account, if statistics say that companies have one: all
 * accounts of the company were then read for each account. Each statement runs by itself, as Citus requires for a
 * distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX contacts_by_mobile`.execute(db)
  await sql`CREATE INDEX contacts_by_mobile ON contacts (mobile, company_id)`.execute(db)
}
