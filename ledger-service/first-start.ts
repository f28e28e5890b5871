import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { SYSTEM } from '@ledger/contracts/events.ts'
import type { Pool } from 'pg'
import { credentialStatements, emailName } from './access/credentials.ts'
import type { Passwords } from './access/passwords.ts'
import type { AppendLog } from './event-store/append.ts'
import { GENESIS_HASH } from './event-store/chain.ts'

/** Any number that other programs on this database do not lock. */
const FIRST_START_LOCK = 7_310_528

/** The company of this database; a first start makes it, with an empty log. Two processes that start at once make one. */
export async function ensureCompany(pool: Pool, name: string): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_START_LOCK])
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
