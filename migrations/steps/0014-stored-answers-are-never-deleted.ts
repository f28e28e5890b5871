import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/** Answers are stored as long as the log: no query looks for old ones, and no process deletes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP INDEX answers_by_age;
    REVOKE DELETE ON answers FROM ${sql.ref(APP_ROLE)};
  `.execute(db)
}
