import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import type { Pool } from 'pg'
import { PEPPER_FILE, readOrCreateSecret } from './access/installation-secrets.ts'
import { openPasswordHasher } from './access/password-hashing.ts'
import { ensureFirstCompany } from './companies/manage-companies.ts'
import { type OpenAdminContext, openAdminAccount } from './companies/open-admin-account.ts'
import type { BootstrapSettings } from './configuration/setup-command-configuration.ts'
import { type AppendLog, openAppendLog } from './event-store/append/group-commit.ts'

/**
 * Makes the company and the first admin's account where there are none, so that no serving process ever has the
 * password in its environment.
 * @returns the same as ensureAdmin
 */
export async function bootstrapAdmin(
  settings: BootstrapSettings,
): Promise<{ email: string; password: string } | undefined> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const { databaseUrl, companyName, dataDirectory } = settings
  const pool = connectPool(databaseUrl, { name: 'site-ledger first start', max: 2, onError })
  const clock = () => new Date().toISOString()
  let log: AppendLog | undefined
  try {
    const companyId = await ensureFirstCompany(pool, companyName)
    log = openAppendLog({ databaseUrl, companyId, clock, notifyAppended: () => undefined, onError })
    const passwords = openPasswordHasher(Buffer.from(settings.pepper ?? readOrCreateSecret(dataDirectory, PEPPER_FILE)))
    return await ensureAdmin({ pool, log, passwords, companyId, clock }, settings.admin)
  } finally {
    await log?.close()
    await pool.end()
  }
}

interface RequestedAdmin {
  email: string
  password: string | undefined
}

/**
 * Opens the first admin's account where the company has no admin.
 * @returns the e-mail address and password to print once; undefined when there was an admin, or the password was given
 */
export async function ensureAdmin(
  { pool, ...opening }: OpenAdminContext & { pool: Pool },
  { email, password: given }: RequestedAdmin,
): Promise<{ email: string; password: string } | undefined> {
  const admins = await pool.query("SELECT 1 FROM account_states WHERE company_id = $1 AND role = 'admin' LIMIT 1", [
    opening.companyId,
  ])
  if (admins.rows.length > 0) return undefined
  const password = await openAdminAccount(opening, { email, password: given })
  return password !== undefined && given === undefined ? { email, password } : undefined
}
