import { APP_ROLE } from '@ledger/database/app-role.ts'
import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'
import pg from 'pg'
import { createMissingNodeRoles } from './cluster/create-missing-node-roles.ts'
import { isDistributed } from './cluster/distribute-tables.ts'
import { OWNER_SEARCH_PATH_OPTION } from './migrate.ts'
import { CannotMigrate } from './migration-error.ts'
import { scramSecret } from './scram-secret.ts'

/**
 * The login of the API, the worker and the signer: a member of ledger_app and of nothing else. A program that has its
 * address can neither change the log nor become a role that can. tests/log/app-role-privileges.test.ts tries some fifty
 * ways.
 */
export interface AppLogin {
  user: string
  password: string
}

/**
 * Returns the user and password of an address, which can also be in its query
 * (postgres:///db?host=/run/postgresql&user=app).
 */
export function parseLogin(databaseUrl: string): AppLogin {
  const url = new URL(databaseUrl)
  return {
    user: url.searchParams.get('user') ?? decodeURIComponent(url.username),
    password: url.searchParams.get('password') ?? decodeURIComponent(url.password),
  }
}

/** Returns the address of the same database with another login. */
export function urlWithLogin(databaseUrl: string, { user, password }: AppLogin): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  if (url.hostname === '') {
    // Without a host (a socket) a URL can hold the user only in its query.
    url.searchParams.set('user', user)
    url.searchParams.set('password', password)
  } else {
    url.username = encodeURIComponent(user)
    url.password = encodeURIComponent(password)
  }
  return url.href
}

/**
 * Creates the login if it is missing, sets its password, and grants it access to this database. Objects that an earlier
 * login made in the app's schemas become the property of the app's role. When the login is new, the right to connect is
 * revoked from all other logins, because another installation on the same server uses the same role.
 * @param ownerUrl the address of the owner of the tables, after migrate()
 * @throws CannotMigrate if the user may not create roles, or the login could change the log
 */
export async function provideAppLogin(ownerUrl: string, login: AppLogin): Promise<void> {
  const client = new pg.Client(
    clientSettings(ownerUrl, { name: 'site-ledger migrate', options: OWNER_SEARCH_PATH_OPTION }),
  )
  client.on('error', () => undefined)
  await client.connect()
  try {
    const isNew = await createLogin(client, ownerUrl, login)
    const { rows } = await client.query<{ database: string; ours: boolean }>(
      `SELECT datname AS database, pg_has_role(datdba, 'MEMBER') AS ours FROM pg_database WHERE datname = current_database()`,
    )
    const [{ database, ours } = { database: '', ours: false }] = rows
    if (ours) {
      const name = pg.escapeIdentifier(database)
      if (isNew) await client.query(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`)
      await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO ${pg.escapeIdentifier(login.user)}`)
    }
    await createMissingNodeRoles(client)
    await transferOwnership(client)
  } finally {
    await client.end()
  }
  await requireNoHistoryAccess(urlWithLogin(ownerUrl, login), login.user)
}

/**
 * Creates or updates the login.
 * @returns whether the login is new
 */
async function createLogin(client: pg.Client, ownerUrl: string, login: AppLogin): Promise<boolean> {
  const name = pg.escapeIdentifier(login.user)
  const { rows } = await client.query<{ member: boolean; ours: boolean; itself: boolean }>(
    `SELECT pg_has_role(oid, $2, 'MEMBER') AS member, pg_has_role(oid, 'USAGE') AS ours, rolname = current_user AS itself
    FROM pg_roles WHERE rolname = $1`,
    [login.user, APP_ROLE],
  )
  const [there] = rows
  if (there?.itself) throw new CannotMigrate('DATABASE_URL and DATABASE_OWNER_URL must name two different users.')
  if (!there && !(login.user && login.password))
    throw new CannotMigrate('DATABASE_URL must name a user and a password.')
  const secret = pg.escapeLiteral(scramSecret(login.password))
  try {
    if (!there) await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${secret}`)
    else if (!(await canSignIn(ownerUrl, login))) await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${secret}`)
    if (!there?.member) await client.query(`GRANT ${APP_ROLE} TO ${name}`)
    // The owner can then read, back up and transfer everything that the app creates.
    if (!there?.ours) await client.query(`GRANT ${name} TO CURRENT_USER`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new CannotMigrate(
      `The database user may not make the app's login. Run as an administrator: CREATE ROLE ${name} LOGIN PASSWORD '…'; GRANT ${APP_ROLE} TO ${name}; GRANT ${name} TO <the owner>; and give its address as DATABASE_URL, the owner's as DATABASE_OWNER_URL.`,
    )
  }
  return there === undefined
}

async function canSignIn(ownerUrl: string, login: AppLogin): Promise<boolean> {
  const client = new pg.Client(clientSettings(urlWithLogin(ownerUrl, login), { name: 'site-ledger migrate' }))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // A wrong password, a role that may not sign in, or one that may not connect to this database: the caller repairs
    // all of these.
    if (error instanceof pg.DatabaseError && /^(28|42501)/.test(error.code ?? '')) return false
    throw error
  } finally {
    await client.end()
  }
}

/**
 * Makes the app's role the owner of the app's tables. The job queue creates its tables with the login that starts
 * first, and later logins must be able to change them.
 */
async function transferOwnership(client: pg.Client): Promise<void> {
  // On a cluster the owner of the log owns the tables of `read` (cluster/transfer-tables-to-log-owner.ts).
  const schemas = (await isDistributed(client)) ? ['rebuild', 'pgboss'] : ['read', 'rebuild', 'pgboss']
  const { rows } = await client.query<{ what: string }>(
    `WITH schemas AS (SELECT oid FROM pg_namespace WHERE nspname = ANY($2))
    SELECT what FROM (
      SELECT format('TABLE %s', oid::regclass) AS what, relowner AS owner FROM pg_class
        WHERE relnamespace IN (TABLE schemas) AND relkind IN ('r', 'p')
      UNION ALL SELECT format('ROUTINE %s', oid::regprocedure), proowner FROM pg_proc WHERE pronamespace IN (TABLE schemas)
      UNION ALL SELECT format('TYPE %s', oid::regtype), typowner FROM pg_type
        WHERE typnamespace IN (TABLE schemas) AND typtype = 'e'
    ) AS things WHERE owner <> $1::regrole`,
    [APP_ROLE, schemas],
  )
  for (const { what } of rows) await client.query(`ALTER ${what} OWNER TO ${APP_ROLE}`)
}

async function requireNoHistoryAccess(databaseUrl: string, user: string): Promise<void> {
  const client = new pg.Client(clientSettings(databaseUrl, { name: 'site-ledger migrate' }))
  client.on('error', () => undefined)
  await client.connect()
  try {
    if (await mayChangeHistory(client)) throw new CannotMigrate(`The database user "${user}" ${COULD_CHANGE_HISTORY}`)
  } finally {
    await client.end()
  }
}

const COULD_CHANGE_HISTORY =
  'could change the events of the log, or become who can. Give the app a login of its own: npm run setup (docs/architecture.md).'

/**
 * Checks the address of a process of the app. In production it refuses an address that could change the history;
 * elsewhere it warns.
 * @throws CannotMigrate
 */
export async function requireAppLogin(
  client: Queryable,
  isProduction: boolean,
  warn: (sentence: string) => void,
): Promise<void> {
  if (!(await mayChangeHistory(client))) return
  const sentence = `The user of DATABASE_URL ${COULD_CHANGE_HISTORY}`
  if (isProduction) throw new CannotMigrate(sentence)
  warn(sentence)
}

/** Returns whether this login, or any role that it can become, could change an event or run programs on the server. */
export async function mayChangeHistory(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles r WHERE pg_has_role(session_user, r.oid, 'MEMBER') AND (
      r.rolsuper OR r.rolcreaterole OR r.rolreplication OR r.rolname IN ('pg_execute_server_program', 'pg_write_server_files')
      OR has_table_privilege(r.oid, to_regclass('public.events'), 'UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_any_column_privilege(r.oid, to_regclass('public.events'), 'UPDATE'))) AS may`,
  )
  return rows[0]?.may ?? false
}
