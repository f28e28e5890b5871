import { setTimeout as sleep } from 'node:timers/promises'
import { onServer } from '../environment/server.ts'
import type { CompaniesRun } from './companies.ts'
import { openCompaniesInProcess } from './companies-in-process.ts'
import {
  ALL,
  BUSY,
  CONNECTIONS,
  type Made,
  type ManyCompanies,
  makeCompanies,
  msOf,
  rateOf,
  say,
  usersOf,
} from './companies-made.ts'
import { clockOf, serverClock, timed } from './cpu.ts'
import { measureFreshness } from './freshness.ts'
import { type Measured, median } from './load.ts'
import { openOverHttp } from './over-http.ts'
import type { Product } from './product.ts'
import type { BenchServer } from './server.ts'
import { tableOf } from './table.ts'

const IDLE_SECONDS = 10

interface Installation {
  startMs: Product['startMs']
  /** Milliseconds of CPU a second without any requests. */
  idle: Record<'api' | 'worker' | 'PostgreSQL', number>
  connections: number
  balance: Measured
  page: Measured
}

/**
 * Measures an installation with one company beside one with a thousand.
 * @returns a table
 */
export async function measureMany(server: BenchServer, run: CompaniesRun, makeMany: ManyCompanies): Promise<string> {
  const few = await makeCompanies(server, 'companies_few', 1)
  const many = await makeMany()
  return manyTable({
    few: await measureInstallation(few, server, run),
    many: await measureInstallation(many, server, run),
    freshness: await measureFreshness(many.databaseUrl, server.folder, run.seconds, (url) =>
      openCompaniesInProcess(url, many.companyIds.slice(0, BUSY), { announces: true }),
    ),
  })
}

/** Measures the start, the idle time, and S6 by the users of the busy companies. */
async function measureInstallation(
  made: Made,
  { folder, pid }: BenchServer,
  { seconds, rounds }: CompaniesRun,
): Promise<Installation> {
  const { databaseUrl } = made
  const http = await openOverHttp(databaseUrl, folder, usersOf(made))
  try {
    await sleep(3000)
    const clocks = { api: clockOf(http.pids.api), worker: clockOf(http.pids.worker), PostgreSQL: serverClock(pid) }
    const { cpu } = await timed(clocks, () => sleep(IDLE_SECONDS * 1000))
    const perSecond = (spent: number) => (spent / IDLE_SECONDS) * 1000
    const idle = { api: perSecond(cpu.api), worker: perSecond(cpu.worker), PostgreSQL: perSecond(cpu.PostgreSQL) }
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

/** Returns the number of connections of the API and the worker. */
function connectionsTo(databaseUrl: string): Promise<number> {
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'site-ledger%'`,
    )
    return rows[0].count
  })
}

interface Many {
  few: Installation
  many: Installation
  freshness: Measured
}

function manyTable({ few, many, freshness }: Many): string {
  const both = (what: string, of: (one: Installation) => string) => [what, of(few), of(many)]
  return tableOf(
    ['', 'one company', `${ALL.toLocaleString('en-US')}, ${BUSY} of them busy`],
    [
      both('start of the API (goal 3 s)', ({ startMs }) => msOf(startMs.api)),
      both('start of the worker', ({ startMs }) => msOf(startMs.worker)),
      both('CPU a second while nobody asks: API', ({ idle }) => msOf(idle.api)),
      both('worker', ({ idle }) => msOf(idle.worker)),
      both('PostgreSQL', ({ idle }) => msOf(idle.PostgreSQL)),
      both('connections of API and worker', ({ connections }) => String(connections)),
      both(`S6: a balance, ${CONNECTIONS} connections`, ({ balance }) => rateOf(balance)),
      both('S6: a page of 50 rows', ({ page }) => rateOf(page)),
      ['S4: from an answer to its row, at 2,000 commands a second', '', `${rateOf(freshness)} (goal 20 ms)`],
    ],
  )
}
