import { connectPool } from '@ledger/database/connect.ts'
import type { Pool } from 'pg'
import { openPasswords } from './access/passwords.ts'
import { keepSecret, PEPPER } from './access/secrets.ts'
import { type Opening, openAdmin } from './companies/open-admin.ts'
import { ensureCompany } from './companies/write.ts'
import type { Configuration } from './configuration.ts'
import { type AppendLog, openLog } from './event-store/append.ts'

/** The settings of the API that a first start needs. */
export type FirstStart = Pick<Configuration, 'databaseUrl' | 'companyName' | 'admin' | 'dataDirectory'> & {
  /** undefined: the pepper in the data directory. */
  pepper: string | undefined
}

/**
 * Makes the company and the first admin's account where there are none, so that no serving process ever has the
 * password in its environment.
 * @returns the same as ensureAdmin
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
 * Opens the first admin's account where the company has no admin.
 * @returns the e-mail address and password to print once; undefined when there was an admin, or the password was given
 */
export async function ensureAdmin(
  { pool, ...opening }: Opening & { pool: Pool },
  { email, password: given }: FirstAdmin,
): Promise<{ email: string; password: string } | undefined> {
  const admins = await pool.query("SELECT 1 FROM account_states WHERE company_id = $1 AND role = 'admin' LIMIT 1", [
    opening.companyId,
  ])
  if (admins.rows.length > 0) return undefined
  const password = await openAdmin(opening, { email, password: given })
  return password !== undefined && given === undefined ? { email, password } : undefined
}
