import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { APP_ROLE, clientSettings } from './connect.ts'
import * as log from './steps/0001-log.ts'
import * as access from './steps/0002-access.ts'
import * as readModels from './steps/0003-read-models.ts'
import * as proofs from './steps/0004-proofs.ts'
import * as contact from './steps/0005-contact.ts'
import * as deletedRows from './steps/0006-deleted-rows.ts'
import * as balanceSnapshots from './steps/0007-balance-snapshots.ts'

const STEPS = {
  '0001-log': log,
  '0002-access': access,
  '0003-read-models': readModels,
  '0004-proofs': proofs,
  '0005-contact': contact,
  '0006-deleted-rows': deletedRows,
  '0007-balance-snapshots': balanceSnapshots,
}
const OLDEST_SERVER = 150_000

/** A reason not to start that a person can act on, as one sentence. */
export class CannotMigrate extends Error {}

/**
 * Brings the schema to this version, as the owner of the tables. Safe to run by many processes at once.
 * @throws CannotMigrate for an older server, a schema of a newer version, or a user who may not make the app's role
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ ...clientSettings(databaseUrl, { name: 'site-ledger migrate', as: 'owner' }), max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await requireServer(pool)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => STEPS } })
    const unknown = await stepsOfAnotherVersion(pool)
    if (unknown)
      throw new CannotMigrate(
        `The database was made by a newer version of Site Ledger (it has step ${unknown}). Please update.`,
      )
    await ensureAppRole(pool)
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}

/** Whether every step of this version has been taken. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  return (await stepsTaken(pool)).length >= Object.keys(STEPS).length
}

/** The company of this database; undefined until the first start has made the schema and the company. */
export async function findCompany(pool: pg.Pool): Promise<string | undefined> {
  if (!(await isMigrated(pool))) return undefined
  const { rows } = await pool.query<{ company_id: string }>(
    'SELECT company_id FROM companies ORDER BY created_at LIMIT 1',
  )
  return rows[0]?.company_id
}

async function stepsTaken(pool: pg.Pool): Promise<string[]> {
  const table = await pool.query<{ there: boolean }>(
    `SELECT coalesce(has_table_privilege(to_regclass('kysely_migration'), 'SELECT'), false) AS there`,
  )
  if (!table.rows[0]?.there) return []
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  return rows.map((row) => row.name)
}

async function stepsOfAnotherVersion(pool: pg.Pool): Promise<string | undefined> {
  return (await stepsTaken(pool)).find((name) => !(name in STEPS))
}

async function requireServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; name: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS name`,
  )
  if (Number(rows[0]?.version) >= OLDEST_SERVER) return
  throw new CannotMigrate(`Site Ledger needs PostgreSQL 15 or later; this server is ${rows[0]?.name}.`)
}

/** Roles belong to the whole server, so two databases that are made at once can meet here: the loser looks again. */
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
