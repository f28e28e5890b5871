import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * An append may change the values of a log head, but not its company. A server that was upgraded from PostgreSQL 14 or
 * earlier still allows every role to create tables and functions in `public`, where the owner's statements would find
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    REVOKE UPDATE ON log_heads FROM ${sql.ref(APP_ROLE)};
    GRANT UPDATE (position, hash, recorded_at, total_paise) ON log_heads TO ${sql.ref(APP_ROLE)};
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  `.execute(db)
}
