import { APP_ROLE } from '@ledger/database/app-role.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'

/** The app's rights on the rows of a read model, whose table it does not own on a cluster. */
const APP_RIGHTS = 'SELECT, INSERT, UPDATE, DELETE'

/** Returns the distributed tables that have another owner than the log. Empty if all tables have one owner. */
export async function tablesWithOtherOwner(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
    WHERE c.relowner <> (SELECT relowner FROM pg_class WHERE oid = 'public.log_heads'::regclass) ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Makes the owner of the log the owner of the tables, inside the caller's transaction; the app may read and write their
 * rows as before. Citus copies a shard that it moves during writes with one subscription for each owner, and switches
 * over when the fastest has caught up, so rows that another subscription has not copied yet are lost. With one owner
 * there is one subscription.
 */
export async function transferToLogOwner(client: Queryable, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  const { rows } = await client.query<{ owner: string }>(
    `SELECT relowner::regrole::text AS owner FROM pg_class WHERE oid = 'public.log_heads'::regclass`,
  )
  for (const table of tables) {
    await client.query(`ALTER TABLE ${table} OWNER TO ${rows[0]?.owner}`)
    await client.query(`GRANT ${APP_RIGHTS} ON ${table} TO ${APP_ROLE}`)
  }
}

/**
 * Revokes sign-in from the app's role. An earlier version granted it, because Citus copied the role's tables as the
 * role.
 */
export async function revokeAppRoleSignIn(client: Queryable): Promise<void> {
  const { rows } = await client.query('SELECT FROM pg_roles WHERE rolname = $1 AND rolcanlogin', [APP_ROLE])
  if (rows.length > 0) await client.query(`ALTER ROLE ${APP_ROLE} NOLOGIN`)
}
