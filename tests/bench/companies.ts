// npm run bench -- companies: many companies on one installation.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPool } from '@ledger/database/connect.ts'
import { openPasswords } from '@ledger/ledger-service/access/passwords.ts'
import { addCompany, addHost, ensureCompany } from '@ledger/ledger-service/companies/write.ts'
import { openLog } from '@ledger/ledger-service/event-store/append.ts'
import { openConnections } from '@ledger/ledger-service/event-store/append-connections.ts'
import { residentOf } from '../environment/memory.ts'
import { onServer } from '../environment/server.ts'
import { openAccounts } from './accounts.ts'
import { openCompaniesInProcess } from './companies-in-process.ts'
import { type Clock, clockOf, serverClock } from './cpu.ts'
import { measureFreshness } from './freshness.ts'
import { recordExpense } from './in-process.ts'
import { type Measured, median } from './load.ts'
import { openOverHttp, type User } from './over-http.ts'
import { ask, PASSWORD, PEPPER, type Product, startProduct } from './product.ts'
import type { BenchServer } from './server.ts'

/** How many write at the same time. */
const WRITING = [1, 8, 32]
const IN_FLIGHT = [64, 256, 1024]
/** Of so many on one installation, so many are busy, and so many awake. */
const ALL = 1000
const BUSY = 20
const AWAKE = 200
const CONNECTIONS = 64
/** Of each user: a full page, where the company is busy. */
const EXPENSES = { busy: 50, idle: 3 }
const IDLE_SECONDS = 10

/** S1 by how many are in flight, and then by how many companies they are of. */
type Appends = { inFlight: number; companies: number; measured: Measured & { batch: number } }[]

interface Installation {
  startMs: Product['startMs']
  /** Milliseconds of CPU a second while nobody asks for anything. */
  idle: Record<'api' | 'worker' | 'PostgreSQL', number>
  connections: number
  balance: Measured
  page: Measured
}

/** Megabytes of the API with so many awake, in order. */
type Memory = { awake: number; megabytes: number }[]

interface Run {
  seconds: number
  rounds: number
}

/** S1 of one company and of several at the same time. @returns a table */
export async function measureWriting(server: BenchServer, run: Run): Promise<string> {
  return writingTable(await measureAppends(server, run))
}

/** An installation with one company beside one with a thousand. @returns a table */
export async function measureMany(server: BenchServer, run: Run): Promise<string> {
  const few = await makeCompanies(server, 'companies_few', 1)
  const many = await makeCompanies(server, 'companies_many', ALL)
  return manyTable({
    few: await measureInstallation(few, server, run),
    many: await measureInstallation(many, server, run),
    memory: await measureMemory(many, server),
    freshness: await measureFreshness(many.databaseUrl, server.folder, run.seconds, (url) =>
      openCompaniesInProcess(url, many.companyIds.slice(0, BUSY), { announces: true }),
    ),
  })
}

/** S1, the same accounts divided among so many companies, in turn. */
async function measureAppends(server: BenchServer, { seconds, rounds }: Run): Promise<Appends> {
  const all = await Promise.all(
    WRITING.map(async (companies) => {
      const databaseUrl = await server.ledger(`companies_${companies}`)
      return { companies, log: await openCompaniesInProcess(databaseUrl, await emptyCompanies(databaseUrl, companies)) }
    }),
  )
  const runs = IN_FLIGHT.flatMap((inFlight) =>
    all.map(({ companies, log }) => ({ inFlight, companies, log, measured: [] as (Measured & { batch: number })[] })),
  )
  for (let round = 1; round <= rounds; round++)
    for (const { inFlight, companies, log, measured } of runs) {
      const one = await log.measure({ inFlight, seconds })
      measured.push(one)
      say(`S1 of ${companies}, ${inFlight} in flight, ${one.batch.toFixed(1)} a batch`, one)
    }
  for (const { log } of all) await log.close()
  return runs.map(({ inFlight, companies, measured }) => ({
    ...{ inFlight, companies },
    measured: median(measured, ({ perSecond }) => perSecond),
  }))
}

const hostOf = (index: number) => `c${index}.localhost`

async function emptyCompanies(databaseUrl: string, count: number): Promise<string[]> {
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

interface Made {
  databaseUrl: string
  companyIds: string[]
  /** Of the busy companies. */
  users: User[]
}

/** So many companies, each with users and some entries of each. */
async function makeCompanies(server: BenchServer, name: string, count: number): Promise<Made> {
  const databaseUrl = await server.ledger(name)
  const companyIds = await emptyCompanies(databaseUrl, count)
  const busy = Math.min(BUSY, count)
  const passwordHash = await openPasswords(Buffer.from(PEPPER)).hash(PASSWORD)
  const connections = openConnections({ databaseUrl, most: 4, onError: fail })
  const users: User[] = []
  async function fill(companyId: string, index: number): Promise<void> {
    const isBusy = index < busy
    const clock = () => new Date().toISOString()
    const log = openLog({ connections, companyId, clock, announce: () => undefined, onError: fail })
    const accounts = await openAccounts(log, companyId, {
      count: isBusy ? Math.ceil(CONNECTIONS / busy) : 1,
      passwordHash,
    })
    for (let entry = 0; entry < (isBusy ? EXPENSES.busy : EXPENSES.idle); entry++)
      await Promise.all(accounts.map((account) => recordExpense(log, account)))
    await log.close()
    if (isBusy) users.push(...accounts.map(({ mobile }) => ({ mobile, host: hostOf(index) })))
  }
  for (let from = 0; from < count; from += 8)
    await Promise.all(companyIds.slice(from, from + 8).map((companyId, index) => fill(companyId, from + index)))
  await connections.close()
  // The read models of all of them are made by the worker, before anything is measured.
  const product = await startProduct(databaseUrl, server.folder)
  await untilCaughtUp(databaseUrl)
  await product.close()
  await onServer(databaseUrl, (client) => client.query('ANALYZE'))
  return { databaseUrl, companyIds, users: users.slice(0, CONNECTIONS) }
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

/** Each company is woken by one request of nobody's, one after the other. */
async function measureMemory({ databaseUrl }: Made, { folder }: BenchServer): Promise<Memory> {
  const product = await startProduct(databaseUrl, folder)
  const memory: Memory = []
  let awake = 1
  for (const upTo of [1, BUSY, AWAKE]) {
    for (; awake < upTo; awake++) await wake(product.address, hostOf(awake))
    // What starting and waking left behind is cleared away by then.
    await sleep(3000)
    memory.push({ awake, megabytes: residentOf(product.pids.api) / 1e6 })
    process.stderr.write(`${awake} awake: ${Math.round(memory.at(-1)?.megabytes ?? 0)} MB\n`)
  }
  await product.close()
  return memory
}

async function wake(address: string, host: string): Promise<void> {
  const { statusCode } = await ask(new URL('/api/site/auth', address), host)
  if (statusCode !== 401) throw new Error(`${host} was answered ${statusCode}`)
}

/** Start, idleness, and S6 by the users of the busy companies. */
async function measureInstallation(
  { databaseUrl, users }: Made,
  { folder, pid }: BenchServer,
  { seconds, rounds }: Run,
): Promise<Installation> {
  const http = await openOverHttp(databaseUrl, folder, users)
  try {
    await sleep(3000)
    const clocks = { api: clockOf(http.pids.api), worker: clockOf(http.pids.worker), PostgreSQL: serverClock(pid) }
    const idle = await millisecondsOf(clocks, () => sleep(IDLE_SECONDS * 1000))
    const reads = { balance: [] as Measured[], page: [] as Measured[] }
    for (let round = 1; round <= rounds; round++)
      for (const [name, path] of [
        ['balance', '/api/site/balance'],
        ['page', '/api/site/transactions?limit=50'],
      ] as const)
        reads[name].push(say(`S6 ${name}`, await http.measure({ connections: CONNECTIONS, seconds, path })))
    const [balance, page] = [reads.balance, reads.page].map((of) => median(of, ({ perSecond }) => perSecond))
    if (!balance || !page) throw new RangeError('Nothing was measured')
    return { startMs: http.product.startMs, idle, connections: await connectionsTo(databaseUrl), balance, page }
  } finally {
    await http.close()
  }
}

async function millisecondsOf<Name extends string>(
  clocks: Record<Name, Clock>,
  work: () => Promise<void>,
): Promise<Record<Name, number>> {
  const names = Object.keys(clocks) as Name[]
  const before = names.map((name) => clocks[name]())
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  const used = names.map((name, index) => [name, ((clocks[name]() - (before[index] ?? 0)) / seconds) * 1000])
  return Object.fromEntries(used)
}

/** Of API and worker. */
function connectionsTo(databaseUrl: string): Promise<number> {
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'site-ledger%'`,
    )
    return rows[0].count
  })
}

function fail(error: Error): never {
  throw error
}

function say<Of extends Measured>(name: string, measured: Of): Of {
  process.stderr.write(`${name}: ${Math.round(measured.perSecond)}/s, p99 ${measured.p99.toFixed(1)} ms\n`)
  return measured
}

const rate = ({ perSecond, p99 }: Measured) =>
  `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${p99.toFixed(0)} ms`

function writingTable(appends: Appends): string {
  const rows = IN_FLIGHT.map((inFlight) => {
    const runs = appends.filter((run) => run.inFlight === inFlight).map(({ measured }) => measured)
    const times = (runs.at(-1)?.perSecond ?? Number.NaN) / (runs[0]?.perSecond ?? Number.NaN)
    const figures = runs.map((run) => `${rate(run)}, ${run.batch.toFixed(0)} a batch`)
    return [`${inFlight} in flight`, ...figures, `${times.toFixed(2)} × (goal 1${times >= 1 ? '' : ', missed'})`]
  })
  return table(['S1', ...WRITING.map((count) => `${count} writing`), '32 : 1'], rows)
}

interface Many {
  few: Installation
  many: Installation
  memory: Memory
  freshness: Measured
}

function manyTable({ few, many, memory, freshness }: Many): string {
  const both = (what: string, of: (one: Installation) => string) => [what, of(few), of(many)]
  const ms = (figure: number) => `${figure.toFixed(figure < 100 ? 1 : 0)} ms`
  return table(
    ['', 'one company', `${ALL.toLocaleString('en-US')}, ${BUSY} of them busy`],
    [
      both('start of the API (goal 3 s)', ({ startMs }) => ms(startMs.api)),
      both('start of the worker', ({ startMs }) => ms(startMs.worker)),
      both('CPU a second while nobody asks: API', ({ idle }) => ms(idle.api)),
      both('worker', ({ idle }) => ms(idle.worker)),
      both('PostgreSQL', ({ idle }) => ms(idle.PostgreSQL)),
      both('connections of API and worker', ({ connections }) => String(connections)),
      both(`S6: a balance, ${CONNECTIONS} connections`, ({ balance }) => rate(balance)),
      both('S6: a page of 50 rows', ({ page }) => rate(page)),
      ['S4: from an answer to its row, at 2,000 commands a second', '', `${rate(freshness)} (goal 20 ms)`],
      ...memory.map(({ awake, megabytes }) => [`memory of the API, ${awake} awake`, '', `${megabytes.toFixed(0)} MB`]),
    ],
  )
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
