// Installations with several companies, for the parts of `npm run bench -- companies`.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPool } from '@ledger/database/connect.ts'
import { openPasswords } from '@ledger/ledger-service/access/passwords.ts'
import { addCompany, addHost, ensureCompany } from '@ledger/ledger-service/companies/write.ts'
import { type AppendLog, openLog } from '@ledger/ledger-service/event-store/append.ts'
import { type AppendConnections, openConnections } from '@ledger/ledger-service/event-store/append-connections.ts'
import { onServer } from '../environment/server.ts'
import { type OpenedAccount, openAccounts } from './accounts.ts'
import { recordExpense } from './in-process.ts'
import type { Measured } from './load.ts'
import type { User } from './over-http.ts'
import { ask, PASSWORD, PEPPER, startProduct } from './product.ts'
import type { BenchServer } from './server.ts'

/** The number of companies on one installation, and how many of them are busy. */
export const ALL = 1000
export const BUSY = 20
export const CONNECTIONS = 64
/** Expenses of each user: a full page in a busy company. */
const EXPENSES = { busy: 50, idle: 3 }
const AT_ONCE = 8

export interface Busy {
  companyId: string
  users: User[]
  accounts: OpenedAccount[]
}

export interface Made {
  databaseUrl: string
  companyIds: string[]
  busy: Busy[]
}

/** Creates an installation with a thousand companies at the first call. */
export type ManyCompanies = () => Promise<Made>

export function makeMany(server: BenchServer): ManyCompanies {
  let made: Promise<Made> | undefined
  return () => {
    made ??= makeCompanies(server, 'companies_many', ALL)
    return made
  }
}

export const hostOf = (index: number) => `c${index}.localhost`

export async function emptyCompanies(databaseUrl: string, count: number): Promise<string[]> {
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError: fail })
  try {
    const first = await ensureCompany(pool, 'Bench')
    await addHost(pool, first, hostOf(0))
    const ids = [first]
    for (let index = 1; index < count; index++) {
      const made = await addCompany(pool, { name: `Bench ${index}`, hosts: [hostOf(index)] })
      if ('refused' in made) throw new Error(made.refused)
      ids.push(made.companyId)
    }
    return ids
  } finally {
    await pool.end()
  }
}

/** Creates the given number of companies, each with users and some entries for each user. */
export async function makeCompanies(server: BenchServer, name: string, count: number): Promise<Made> {
  const databaseUrl = await server.ledger(name)
  const companyIds = await emptyCompanies(databaseUrl, count)
  const busyCount = Math.min(BUSY, count)
  const passwordHash = await openPasswords(Buffer.from(PEPPER)).hash(PASSWORD)
  const busy: Busy[] = []
  await ofEach(databaseUrl, companyIds, async (log, companyId, index) => {
    const isBusy = index < busyCount
    const count = isBusy ? Math.ceil(CONNECTIONS / busyCount) : 1
    const accounts = await openAccounts(log, companyId, { count, passwordHash })
    await recordEach(log, accounts, isBusy ? EXPENSES.busy : EXPENSES.idle)
    const users = accounts.map(({ mobile }) => ({ mobile, host: hostOf(index) }))
    if (isBusy) busy[index] = { companyId, users, accounts }
  })
  const made = { databaseUrl, companyIds, busy }
  await follow(made, server)
  return made
}

/** Records the given number of further entries in each busy company. */
export async function recordMore({ databaseUrl, busy, companyIds }: Made, server: BenchServer, entries: number) {
  const ids = busy.map(({ companyId }) => companyId)
  await ofEach(databaseUrl, ids, async (log, _, index) => {
    const accounts = busy[index]?.accounts ?? []
    await recordEach(log, accounts, Math.ceil(entries / accounts.length))
  })
  await follow({ databaseUrl, busy, companyIds }, server)
}

/**
 * Returns the users of all busy companies, alternating between the companies, at most as many as there are connections.
 */
export function usersOf({ busy }: Made): User[] {
  const most = Math.max(...busy.map(({ users }) => users.length))
  const inTurn = Array.from({ length: most }, (_, turn) => busy.flatMap(({ users }) => users[turn] ?? []))
  return inTurn.flat().slice(0, CONNECTIONS)
}

type OfOne = (log: AppendLog, companyId: string, index: number) => Promise<void>

/** Runs the work for each of the companies, several at once. */
async function ofEach(databaseUrl: string, companyIds: readonly string[], work: OfOne): Promise<void> {
  const connections = openConnections({ databaseUrl, most: 4, onError: fail })
  for (let from = 0; from < companyIds.length; from += AT_ONCE) {
    const some = companyIds.slice(from, from + AT_ONCE)
    await Promise.all(some.map((companyId, index) => withLog(connections, companyId, from + index, work)))
  }
  await connections.close()
}

async function withLog(connections: AppendConnections, companyId: string, index: number, work: OfOne): Promise<void> {
  const clock = () => new Date().toISOString()
  const log = openLog({ connections, companyId, clock, announce: () => undefined, onError: fail })
  await work(log, companyId, index)
  await log.close()
}

async function recordEach(log: AppendLog, accounts: readonly OpenedAccount[], each: number): Promise<void> {
  for (let entry = 0; entry < each; entry++) await Promise.all(accounts.map((account) => recordExpense(log, account)))
}

/** Lets the worker build the read models of all companies before anything is measured. */
async function follow({ databaseUrl }: Made, { folder }: BenchServer): Promise<void> {
  const product = await startProduct(databaseUrl, folder)
  await untilCaughtUp(databaseUrl)
  await product.close()
  await onServer(databaseUrl, (client) => client.query('ANALYZE'))
}

async function untilCaughtUp(databaseUrl: string): Promise<void> {
  await onServer(databaseUrl, async (client) => {
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
export async function wake(address: string, index: number): Promise<void> {
  const host = hostOf(index)
  const { statusCode } = await ask(new URL('/api/site/auth', address), host)
  if (statusCode !== 401) throw new Error(`${host} was answered ${statusCode}`)
}

export function fail(error: Error): never {
  throw error
}

export function say<Of extends Measured>(name: string, measured: Of): Of {
  process.stderr.write(`${name}: ${Math.round(measured.perSecond)}/s, p99 ${measured.p99.toFixed(1)} ms\n`)
  return measured
}

export const rateOf = ({ perSecond, p99 }: Measured) =>
  `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${p99.toFixed(0)} ms`

export const msOf = (figure: number) => `${figure.toFixed(figure < 100 ? 1 : 0)} ms`
export const megabytesOf = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
