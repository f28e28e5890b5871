import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { SYSTEM } from '@ledger/contracts/events.ts'
import { connectPool } from '@ledger/database/connect.ts'
import { FIRST_COMPANY_LOCK } from '@ledger/migrations/migrate.ts'
import type { Pool } from 'pg'
import { credentialStatements, emailName } from './access/credentials.ts'
import { openPasswords, type Passwords } from './access/passwords.ts'
import { keepSecret, PEPPER } from './access/secrets.ts'
import type { Configuration } from './configuration.ts'
import { type AppendLog, openLog } from './event-store/append.ts'
import { GENESIS_HASH } from './event-store/chain.ts'

/** The company of this database; a first start makes it, with an empty log. Two processes that start at once make one. */
export async function ensureCompany(pool: Pool, name: string): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_COMPANY_LOCK])
    const found = await client.query<{ company_id: string }>(
      'SELECT company_id FROM companies ORDER BY created_at LIMIT 1',
    )
    const companyId = found.rows[0]?.company_id ?? randomUUID()
    if (found.rows.length === 0) {
      await client.query('INSERT INTO companies (company_id, name) VALUES ($1, $2)', [companyId, name])
      await client.query(
        "INSERT INTO log_heads (company_id, position, hash, recorded_at) VALUES ($1, 0, $2, 'epoch')",
        [companyId, GENESIS_HASH],
      )
    }
    await client.query('COMMIT')
    client.release()
    return companyId
  } catch (error) {
    // In the middle of a transaction: this connection is of no more use.
    client.release(true)
    throw error
  }
}

/** What a first start needs to know: of the settings of the API, and no more. */
export type FirstStart = Pick<Configuration, 'databaseUrl' | 'companyName' | 'admin' | 'dataDirectory'> & {
  /** undefined: the one kept in the data directory. */
  pepper: string | undefined
}

/**
 * Makes the company and the first admin's account where there are none, so that no process that serves ever has the password
 * in its environment.
 * @returns as ensureAdmin
 */
export async function makeFirstAdmin(settings: FirstStart): Promise<{ email: string; password: string } | undefined> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const { databaseUrl, companyName, dataDirectory } = settings
  const pool = connectPool(databaseUrl, { name: 'site-ledger first start', max: 2, onError })
  const clock = () => new Date().toISOString()
  let log: AppendLog | undefined
  try {
    const companyId = await ensureCompany(pool, companyName)
    log = openLog({ databaseUrl, companyId, clock, announce: () => undefined, onError })
    const passwords = openPasswords(Buffer.from(settings.pepper ?? keepSecret(dataDirectory, PEPPER)))
    return await ensureAdmin({ pool, log, passwords, companyId, clock }, settings.admin)
  } finally {
    await log?.close()
    await pool.end()
  }
}

interface FirstAdmin {
  email: string
  password: string | undefined
}

/**
 * Opens the first admin's account where there is none.
 * @returns the e-mail address and password to print once; undefined when there was an admin, or the password was given
 */
export async function ensureAdmin(
  {
    pool,
    log,
    passwords,
    companyId,
    clock,
  }: { pool: Pool; log: AppendLog; passwords: Passwords; companyId: string; clock: () => string },
  { email, password: given }: FirstAdmin,
): Promise<{ email: string; password: string } | undefined> {
  const admins = await pool.query("SELECT 1 FROM account_states WHERE company_id = $1 AND role = 'admin' LIMIT 1", [
    companyId,
  ])
  if (admins.rows.length > 0) return undefined
  const password = given ?? randomBytes(12).toString('base64url')
  const account = randomUUIDv7()
  const signInName = emailName(email)
  const passwordHash = await passwords.hash(password)
  const { status } = await log.submit({
    command: {
      type: 'OpenAccount',
      account,
      role: 'admin',
      profile: { firstName: 'Admin', lastName: '', site: null, mobile: null },
      signInName,
      by: { system: SYSTEM },
      now: clock(),
    },
    meta: {},
    alongside: credentialStatements({
      companyId,
      accountId: account,
      signInName,
      mobile: undefined,
      email,
      passwordHash,
      visible: undefined,
    }),
    answer: () => ({ status: 201, body: '' }),
  })
  return status === 201 && given === undefined ? { email, password } : undefined
}
