// Installations with several companies, for the parts of `npm run bench -- companies`.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { openPasswordHasher } from '@ledger/ledger-service/access/password-hashing.ts'
import { addCompany, addCompanyHost, ensureFirstCompany } from '@ledger/ledger-service/companies/manage-companies.ts'
import { type AppendLog, openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { openWritePool, type WritePool } from '@ledger/ledger-service/event-store/append/write-pool.ts'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import type { LoadMeasurement } from '../measure/closed-loop-load.ts'
import { recordExpense } from '../setup/in-process-ledger.ts'
import { type OpenedAccount, openAccounts } from '../setup/open-accounts.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import type { BenchUser } from '../setup/product-over-http.ts'
import { BENCH_PASSWORD, BENCH_PEPPER, requestAtHost, startProduct } from '../setup/product-processes.ts'

/** The number of companies on one installation, and how many of them are busy. */
export const INSTALLATION_COMPANIES = 1000
export const BUSY_COMPANIES = 20
export const COMPANY_LOAD_CONNECTIONS = 64
/** Expenses of each user: a full page in a busy company. */
const EXPENSES_PER_COMPANY = { busy: 50, idle: 3 }
const MAX_COMPANIES_FILLED_AT_ONCE = 8

export interface BusyCompany {
  companyId: string
  users: BenchUser[]
  accounts: OpenedAccount[]
}

export interface CreatedCompanies {
  databaseUrl: string
  companyIds: string[]
  busy: BusyCompany[]
}

/** Creates an installation with a thousand companies at the first call. */
export type CreateManyOnce = () => Promise<CreatedCompanies>

export function createManyOnce(server: BenchServer): CreateManyOnce {
  let made: Promise<CreatedCompanies> | undefined
  return () => {
    made ??= createCompanies(server, 'companies_many', INSTALLATION_COMPANIES)
    return made
  }
}

export const companyHost = (index: number) => `c${index}.localhost`

export async function createEmptyCompanies(databaseUrl: string, count: number): Promise<string[]> {
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError: rethrowCompanyError })
  try {
    const first = await ensureFirstCompany(pool, 'Bench')
    await addCompanyHost(pool, first, companyHost(0))
    const ids = [first]
    for (let index = 1; index < count; index++) {
      const made = await addCompany(pool, { name: `Bench ${index}`, hosts: [companyHost(index)] })
      if ('refused' in made) throw new Error(made.refused)
      ids.push(made.companyId)
    }
    return ids
  } finally {
    await pool.end()
  }
}

/** Creates the given number of companies, each with users and some entries for each user. */
export async function createCompanies(server: BenchServer, name: string, count: number): Promise<CreatedCompanies> {
  const databaseUrl = await server.ledger(name)
  const companyIds = await createEmptyCompanies(databaseUrl, count)
  const busyCount = Math.min(BUSY_COMPANIES, count)
  const passwordHash = await openPasswordHasher(Buffer.from(BENCH_PEPPER)).hash(BENCH_PASSWORD)
  const busy: BusyCompany[] = []
  await forEachCompanyLog(databaseUrl, companyIds, async (log, companyId, index) => {
    const isBusy = index < busyCount
    const count = isBusy ? Math.ceil(COMPANY_LOAD_CONNECTIONS / busyCount) : 1
    const accounts = await openAccounts(log, companyId, { count, passwordHash })
    await recordExpensePerAccount(log, accounts, isBusy ? EXPENSES_PER_COMPANY.busy : EXPENSES_PER_COMPANY.idle)
    const users = accounts.map(({ mobile }) => ({ mobile, host: companyHost(index) }))
    if (isBusy) busy[index] = { companyId, users, accounts }
  })
  const made = { databaseUrl, companyIds, busy }
  await projectEveryCompany(made, server)
  return made
}

/** Records the given number of further entries in each busy company. */
export async function recordMoreExpenses(
  { databaseUrl, busy, companyIds }: CreatedCompanies,
  server: BenchServer,
  entries: number,
) {
  const ids = busy.map(({ companyId }) => companyId)
  await forEachCompanyLog(databaseUrl, ids, async (log, _, index) => {
    const accounts = busy[index]?.accounts ?? []
    await recordExpensePerAccount(log, accounts, Math.ceil(entries / accounts.length))
  })
  await projectEveryCompany({ databaseUrl, busy, companyIds }, server)
}

/**
 * Returns the users of all busy companies, alternating between the companies, at most as many as there are connections.
 */
export function usersOfBusyCompanies({ busy }: CreatedCompanies): BenchUser[] {
  const most = Math.max(...busy.map(({ users }) => users.length))
  const alternating = Array.from({ length: most }, (_, turn) => busy.flatMap(({ users }) => users[turn] ?? []))
  return alternating.flat().slice(0, COMPANY_LOAD_CONNECTIONS)
}

type CompanyLogWork = (log: AppendLog, companyId: string, index: number) => Promise<void>

/** Runs the work for each of the companies, several at once. */
async function forEachCompanyLog(
  databaseUrl: string,
  companyIds: readonly string[],
  work: CompanyLogWork,
): Promise<void> {
  const connections = openWritePool({ databaseUrl, most: 4, onError: rethrowCompanyError })
  for (let from = 0; from < companyIds.length; from += MAX_COMPANIES_FILLED_AT_ONCE) {
    const some = companyIds.slice(from, from + MAX_COMPANIES_FILLED_AT_ONCE)
    await Promise.all(some.map((companyId, index) => withCompanyLog(connections, companyId, from + index, work)))
  }
  await connections.close()
}

async function withCompanyLog(
  connections: WritePool,
  companyId: string,
  index: number,
  work: CompanyLogWork,
): Promise<void> {
  const clock = () => new Date().toISOString()
  const log = openAppendLog({
    connections,
    companyId,
    clock,
    notifyAppended: () => undefined,
    onError: rethrowCompanyError,
  })
  await work(log, companyId, index)
  await log.close()
}

async function recordExpensePerAccount(
  log: AppendLog,
  accounts: readonly OpenedAccount[],
  each: number,
): Promise<void> {
  for (let entry = 0; entry < each; entry++) await Promise.all(accounts.map((account) => recordExpense(log, account)))
}

/** Lets the worker build the read models of all companies before anything is measured. */
async function projectEveryCompany({ databaseUrl }: CreatedCompanies, { folder }: BenchServer): Promise<void> {
  const product = await startProduct(databaseUrl, folder)
  await waitForEveryCompany(databaseUrl)
  await product.close()
  await withServerConnection(databaseUrl, (client) => client.query('ANALYZE'))
}

async function waitForEveryCompany(databaseUrl: string): Promise<void> {
  await withServerConnection(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `SELECT FROM log_heads h WHERE position > coalesce(
          (SELECT min(position) FROM read.checkpoints c WHERE c.company_id = h.company_id), 0) LIMIT 1`,
      )
      if (rows.length === 0) return
      await sleep(200)
    }
  })
}

/** Opens a company by one request without a session. */
export async function openCompanyByRequest(address: string, index: number): Promise<void> {
  const host = companyHost(index)
  const { statusCode } = await requestAtHost(new URL('/api/site/auth', address), host)
  if (statusCode !== 401) throw new Error(`${host} was answered ${statusCode}`)
}

export function rethrowCompanyError(error: Error): never {
  throw error
}

export function reportCompanyRun<Of extends LoadMeasurement>(name: string, measured: Of): Of {
  process.stderr.write(`${name}: ${Math.round(measured.perSecond)}/s, p99 ${measured.p99.toFixed(1)} ms\n`)
  return measured
}

export const rateText = ({ perSecond, p99 }: LoadMeasurement) =>
  `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${p99.toFixed(0)} ms`

export const millisecondsText = (figure: number) => `${figure.toFixed(figure < 100 ? 1 : 0)} ms`
export const megabytesText = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
