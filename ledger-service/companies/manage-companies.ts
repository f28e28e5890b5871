import { randomUUID } from 'node:crypto'
import { commitAndCheckWarnings } from '@ledger/database/connection/commit-and-check-warnings.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'
import { FIRST_COMPANY_LOCK } from '@ledger/migrations/migrate.ts'
import { type ClientBase, DatabaseError, type Pool } from 'pg'
import { bootstrapLog } from '../event-store/append/bootstrap-log.ts'
import type { AppendLog } from '../event-store/append/group-commit.ts'
import { GENESIS_HASH } from '../event-store/integrity/hash-chain.ts'
import type { CompanyDirectory } from './company-directory.ts'
import type { EncryptedSecret } from './company-pepper-and-openid-secret.ts'
import { readCompanyDirectory } from './read-company-directory.ts'

interface NewCompany {
  /** Left out: a random id. */
  companyId?: string
  name: string
  hosts: readonly string[]
  /** The company's secrets from the start. */
  secrets?: readonly EncryptedSecret[]
  /** Submits its first command: the company is made together with the events of that command, or not at all. */
  recordFirstEvents?: (log: Pick<AppendLog, 'submit'>) => Promise<void>
}

/**
 * The reasons why a company cannot be made: another company has the host, it has no host itself, or this other company
 * has no host and could no longer be found.
 */
export type CompanyRefusal =
  | { refused: 'host_taken'; host: string; company: string }
  | { refused: 'no_host' }
  | { refused: 'without_host'; company: string; companyId: string }

/**
 * Makes the first company of a database, at the first start; returns the existing one where there is one. Two processes
 * that start at once make one.
 */
export function ensureFirstCompany(pool: Pool, name: string): Promise<string> {
  return withCompaniesLock(pool, async (client) => {
    const [first] = (await readCompanyDirectory(client)).companies
    return first?.companyId ?? (await insertCompanyWithLog(client, { name, hosts: [] }))
  })
}

/**
 * Makes another company, with a log that is empty or has the events of `begin`.
 * @param hosts as `normalizeHostName` writes them, at least one
 * @returns its id; `without_host` where an existing company has no host and could no longer be found
 */
export function addCompany(pool: Pool, company: NewCompany): Promise<{ companyId: string } | CompanyRefusal> {
  return withCompaniesLock(pool, async (client) => {
    const why = refusalForHosts(await readCompanyDirectory(client), company.hosts)
    if (why) return why
    const companyId = await insertCompanyWithLog(client, company)
    await company.recordFirstEvents?.({
      submit: (submission) => bootstrapLog(client, companyId, submission, new Date().toISOString()),
    })
    return { companyId }
  })
}

/** @returns undefined where another company with these hosts may be made */
export function refusalForHosts(
  { companies, byHost }: CompanyDirectory,
  hosts: readonly string[],
): CompanyRefusal | undefined {
  const nameless = companies.find((company) => company.hosts.length === 0)
  if (nameless) return { refused: 'without_host', company: nameless.name, companyId: nameless.companyId }
  for (const host of hosts) {
    const other = byHost.get(host)
    if (other) return { refused: 'host_taken', host, company: other.name }
  }
  return companies.length > 0 && hosts.length === 0 ? { refused: 'no_host' } : undefined
}

/** Returns the reason as a sentence for the person at the terminal. */
export function companyRefusalMessage(why: CompanyRefusal): string {
  switch (why.refused) {
    case 'host_taken':
      return `${why.host} belongs to ${why.company}`
    case 'no_host':
      return 'Say by which host it is found, with --host <host>'
    case 'without_host':
      return `${why.company} has no host, and would be found by none any more: give it one with company hosts ${why.companyId} add <host>`
  }
}

/**
 * Gives a company a host.
 * @returns false where another company has it
 */
export async function addCompanyHost(pool: Pool, companyId: string, host: string): Promise<boolean> {
  try {
    await pool.query('INSERT INTO company_hosts (host, company_id) VALUES ($1, $2)', [host, companyId])
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
    const { rows } = await pool.query('SELECT 1 FROM company_hosts WHERE host = $1 AND company_id = $2', [
      host,
      companyId,
    ])
    return rows.length > 0
  }
}

const UNIQUE_VIOLATION = '23505'

/** Disables a company, so that none of its users can sign in, or enables it again. Its books do not change. */
export async function setCompanyDisabled(pool: Queryable, companyId: string, isDisabled: boolean): Promise<void> {
  await pool.query(
    'UPDATE companies SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, $3) END WHERE company_id = $1',
    [companyId, isDisabled, new Date().toISOString()],
  )
}

/** Renames a company; its hosts stay the same. */
export async function renameCompany(pool: Pool, companyId: string, name: string): Promise<void> {
  await pool.query('UPDATE companies SET name = $2 WHERE company_id = $1', [companyId, name])
}

/**
 * Removes a host from a company, but not its last one where there are other companies: no host would find it.
 * @returns undefined where it was removed
 */
export function removeCompanyHost(
  pool: Pool,
  companyId: string,
  host: string,
): Promise<'not_its' | 'its_last' | undefined> {
  return withCompaniesLock(pool, async (client) => {
    const { companies, byId } = await readCompanyDirectory(client)
    const hosts = byId.get(companyId)?.hosts ?? []
    if (!hosts.includes(host)) return 'not_its'
    if (companies.length > 1 && hosts.length === 1) return 'its_last'
    await client.query('DELETE FROM company_hosts WHERE host = $1 AND company_id = $2', [host, companyId])
    return undefined
  })
}

async function insertCompanyWithLog(client: ClientBase, given: NewCompany): Promise<string> {
  const { companyId = randomUUID(), name, hosts, secrets = [] } = given
  await insertCompany(client, { companyId, name, hosts, secrets })
  await client.query("INSERT INTO log_heads (company_id, position, hash, recorded_at) VALUES ($1, 0, $2, 'epoch')", [
    companyId,
    GENESIS_HASH,
  ])
  return companyId
}

/** Inserts a company without its log. */
export async function insertCompany(
  client: ClientBase,
  given: {
    companyId: string
    name: string
    hosts: readonly string[]
    secrets: readonly EncryptedSecret[]
    isDisabled?: boolean
  },
): Promise<void> {
  const { companyId, name, hosts, secrets, isDisabled = false } = given
  const disabledAt = isDisabled ? new Date().toISOString() : null
  await client.query('INSERT INTO companies (company_id, name, disabled_at) VALUES ($1, $2, $3)', [
    ...[companyId, name, disabledAt],
  ])
  await client.query('INSERT INTO company_hosts (host, company_id) SELECT unnest($1::text[]), $2::uuid', [
    hosts,
    companyId,
  ])
  for (const secret of secrets)
    await client.query('INSERT INTO company_secrets (company_id, name, sealed) VALUES ($1, $2, $3)', [
      ...[companyId, secret.name, secret.encrypted],
    ])
}

/** Runs the work in one transaction, under a lock that serialises every change of the list of companies. */
async function withCompaniesLock<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_COMPANY_LOCK])
    const done = await work(client)
    await commitAndCheckWarnings(client)
    client.release()
    return done
  } catch (error) {
    // The connection is in the middle of a transaction and cannot be used again.
    client.release(true)
    throw error
  }
}
