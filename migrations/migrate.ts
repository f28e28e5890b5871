import { APP_ROLE } from '@ledger/database/app-role.ts'
import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { createMissingNodeRoles } from './cluster/create-missing-node-roles.ts'
import { distributeMissingTables, isDistributed } from './cluster/distribute-tables.ts'
import { CannotMigrate } from './migration-error.ts'

/**
 * By the names that databases and backups have stored; a file may have a better name after the same number. The
 * processes that stay load none of the files: they only ask whether all are applied.
 */
const MIGRATION_STEPS: Readonly<Record<string, () => Promise<Migration>>> = {
  '0001-log': () => import('./steps/0001-log.ts'),
  '0002-access': () => import('./steps/0002-sign-in-data.ts'),
  '0003-read-models': () => import('./steps/0003-read-models.ts'),
  '0004-proofs': () => import('./steps/0004-signed-checkpoints.ts'),
  '0005-contact': () => import('./steps/0005-contact-messages.ts'),
  '0006-deleted-rows': () => import('./steps/0006-author-and-time-of-deletion.ts'),
  '0007-balance-snapshots': () => import('./steps/0007-balance-snapshots.ts'),
  '0008-total': () => import('./steps/0008-total-of-all-entries.ts'),
  '0009-devices-used': () => import('./steps/0009-last-use-of-devices.ts'),
  '0010-app-rights': () => import('./steps/0010-app-rights.ts'),
  '0011-kept-folds': () => import('./steps/0011-results-of-last-verification.ts'),
  '0012-sums': () => import('./steps/0012-sums-by-day-month-and-year.ts'),
  '0013-search': () => import('./steps/0013-search-text-and-trigram-index.ts'),
  '0014-answers-last': () => import('./steps/0014-stored-answers-are-never-deleted.ts'),
  '0015-first-events': () => import('./steps/0015-index-events-by-id.ts'),
  '0016-sums-from-indexes': () => import('./steps/0016-covering-indexes-for-sums.ts'),
  '0017-event-counts': () => import('./steps/0017-event-counts.ts'),
  '0018-bills': () => import('./steps/0018-bills.ts'),
  '0019-companies': () => import('./steps/0019-companies.ts'),
  '0020-bills-found': () => import('./steps/0020-indexes-that-find-bills.ts'),
  '0021-without-bill': () => import('./steps/0021-missing-bill-in-account-index.ts'),
  '0022-company-settings': () => import('./steps/0022-company-settings.ts'),
  '0023-narrower-indexes': () => import('./steps/0023-narrower-indexes.ts'),
  '0024-kept-rows': () => import('./steps/0024-verification-results-as-rows.ts'),
  '0025-found-by-number': () => import('./steps/0025-index-contacts-by-mobile.ts'),
  '0026-bill-ids': () => import('./steps/0026-bill-ids-are-hashes.ts'),
  '0027-one-comparison': () => import('./steps/0027-drop-verification-results.ts'),
  '0028-search-form': () => import('./steps/0028-search-form.ts'),
  '0029-questions': () => import('./steps/0029-questions.ts'),
  '0030-worklists': () => import('./steps/0030-worklists.ts'),
  '0031-searched-words': () => import('./steps/0031-searched-words.ts'),
  '0032-limit-events': () => import('./steps/0032-index-of-limit-events.ts'),
  '0033-receivers-of-transfers': () => import('./steps/0033-rebuild-worklists-with-receivers.ts'),
  '0034-reference': () => import('./steps/0034-reference.ts'),
  '0035-supervisor-sites': () => import('./steps/0035-supervisor-sites.ts'),
  '0036-vouchers': () => import('./steps/0036-vouchers.ts'),
  '0038-closings': () => import('./steps/0038-closings.ts'),
  '0039-beneficiary-groups': () => import('./steps/0039-beneficiary-groups.ts'),
  '0041-tally-events': () => import('./steps/0041-index-of-tally-events.ts'),
  '0042-tax': () => import('./steps/0042-beneficiary-details.ts'),
  '0044-purposes': () => import('./steps/0044-purposes-and-budgets.ts'),
  '0046-cash-counts': () => import('./steps/0046-cash-counts.ts'),
  '0047-acknowledged-transfers': () => import('./steps/0047-acknowledged-transfers.ts'),
}
const MIN_SERVER_VERSION = 150_000
const LATEST_STEP = Object.keys(MIGRATION_STEPS).at(-1) ?? ''

/**
 * The advisory lock of the process that creates the first company of a database. The number is arbitrary; other
 * programs on the database must not use it.
 */
export const FIRST_COMPANY_LOCK = 7_310_528

/**
 * The app's role owns the schemas `read`, `rebuild` and `pgboss`. A statement of the owner must not find an object in
 * them unless it names the schema, and no step since 0006 may change rows of their tables, because triggers and
 * defaults of those tables would run in the owner's session. A step changes the structure; a rebuild fills in the rows.
 */
export const OWNER_SEARCH_PATH_OPTION = '-c search_path=public'

/**
 * Migrates the schema to this version, or for an older backup to the step at which it was written, as the owner of the
 * tables. Many processes may run it at the same time.
 * @param databaseUrl the owner's address
 * @throws CannotMigrate for an older server or one that confirms a commit before it is on disk, a schema of a newer
 *   version, or a user who may not create the app's role
 */
export async function migrate(databaseUrl: string, { upTo = LATEST_STEP }: { upTo?: string } = {}): Promise<void> {
  // A step may index millions of rows. On Citus the steps of one transaction change tables and functions, which it
  // refuses where it has changed the parts of a table at the same time; another server ignores that setting.
  const options = `${OWNER_SEARCH_PATH_OPTION} -c statement_timeout=0 -c citus.multi_shard_modify_mode=sequential`
  const pool = new pg.Pool({ ...clientSettings(databaseUrl, { name: 'site-ledger migrate', options }), max: 2 })
  // The next statement reports a lost connection; without a listener the process would end.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await requireServerVersion(pool)
    const migrator = new Migrator({ db, provider: { getMigrations: loadSteps } })
    const taken = await readAppliedSteps(pool)
    const unknown = unknownStep(taken)
    if (unknown) throw new CannotMigrate(newerVersion(unknown))
    if (!(upTo in MIGRATION_STEPS))
      throw new CannotMigrate(`The backup was made by a newer version of Site Ledger (step ${upTo}). Please update.`)
    // Kysely would revert the later steps.
    if (taken.some((name) => name > upTo))
      throw new CannotMigrate(`The schema of the database is already beyond step ${upTo}: an empty database is needed.`)
    await ensureAppRole(pool)
    // A step creates schemas of the app's role, at each node of a cluster too.
    await createMissingNodeRoles(pool)
    const { error } = await migrator.migrateTo(upTo)
    if (error) throw error
    // A step creates its tables on the coordinator only.
    if (upTo === LATEST_STEP && (await isDistributed(pool))) await distributeNewTables(pool)
  } finally {
    await db.destroy()
  }
}

async function loadSteps(): Promise<Record<string, Migration>> {
  const steps = Object.entries(MIGRATION_STEPS).map(async ([name, load]) => [name, await load()] as const)
  return Object.fromEntries(await Promise.all(steps))
}

async function distributeNewTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await distributeMissingTables(client, () => undefined)
  } finally {
    client.release(true)
  }
}

/**
 * Checks the schema for a process of the app, which may not change it.
 * @throws CannotMigrate if the schema is not this version's
 */
export async function requireSchema(pool: Queryable): Promise<void> {
  const unknown = unknownStep(await readAppliedSteps(pool))
  if (unknown) throw new CannotMigrate(newerVersion(unknown))
  if (await isMigrated(pool)) return
  throw new CannotMigrate(
    'The database is not set up for this version of Site Ledger: npm start does that, and so does npm run setup.',
  )
}

const newerVersion = (step: string) =>
  `The database was made by a newer version of Site Ledger (it has step ${step}). Please update.`

/** Returns whether every step of this version is applied. */
export async function isMigrated(pool: Queryable): Promise<boolean> {
  return (await readAppliedSteps(pool)).length >= Object.keys(MIGRATION_STEPS).length
}

/**
 * Returns the first company of this database; undefined until the first start has created the schema and the company.
 */
export async function findFirstCompanyId(pool: Queryable): Promise<string | undefined> {
  if (!(await isMigrated(pool))) return undefined
  const { rows } = await pool.query<{ company_id: string }>(
    'SELECT company_id FROM companies ORDER BY created_at LIMIT 1',
  )
  return rows[0]?.company_id
}

async function readAppliedSteps(pool: Queryable): Promise<string[]> {
  const table = await pool.query<{ there: boolean }>(
    `SELECT coalesce(has_table_privilege(to_regclass('kysely_migration'), 'SELECT'), false) AS there`,
  )
  if (!table.rows[0]?.there) return []
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  return rows.map((row) => row.name)
}

const unknownStep = (taken: string[]) => taken.find((name) => !(name in MIGRATION_STEPS))

async function requireServerVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; name: string; commit: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS name,
      current_setting('synchronous_commit') AS commit`,
  )
  const [{ version, name, commit } = { version: '', name: 'unknown', commit: '' }] = rows
  if (!(Number(version) >= MIN_SERVER_VERSION))
    throw new CannotMigrate(`Site Ledger needs PostgreSQL 15 or later; this server is ${name}.`)
  if (commit === 'off')
    throw new CannotMigrate(
      'The database has synchronous_commit = off: it would lose entries that people were told are recorded. Set it to on.',
    )
}

/**
 * Creates the app's role. Roles belong to the whole server, so two databases that are set up at the same time can
 * conflict here; the one that fails checks again.
 */
async function ensureAppRole(pool: pg.Pool): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await pool.query<{ there: boolean; member: boolean }>(
      `SELECT true AS there, pg_has_role(current_user, rolname, 'MEMBER') AS member FROM pg_roles WHERE rolname = $1`,
      [APP_ROLE],
    )
    if (rows[0]?.member) return
    try {
      if (!rows[0]?.there) await pool.query(`CREATE ROLE ${APP_ROLE} NOLOGIN`)
      await pool.query(`GRANT ${APP_ROLE} TO CURRENT_USER`)
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (code === '42501') {
        throw new CannotMigrate(
          `The database user may not create the role ${APP_ROLE}. Run as an administrator: CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO <the user of DATABASE_URL>;`,
        )
      }
      if (attempt === 5) throw error
    }
  }
}
