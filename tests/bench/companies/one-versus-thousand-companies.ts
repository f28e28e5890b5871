import { setTimeout as sleep } from 'node:timers/promises'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { type LoadMeasurement, median } from '../measure/closed-loop-load.ts'
import { postgresCpuClock, processCpuClock, runTimed } from '../measure/cpu-time.ts'
import { markdownTable } from '../measure/markdown-table.ts'
import { measureProjectionLag } from '../read-models/projection-lag.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { openProductOverHttp } from '../setup/product-over-http.ts'
import type { Product } from '../setup/product-processes.ts'
import type { CompaniesRun } from './company-benchmarks.ts'
import {
  BUSY_COMPANIES,
  COMPANY_LOAD_CONNECTIONS,
  type CreatedCompanies,
  type CreateManyOnce,
  createCompanies,
  INSTALLATION_COMPANIES,
  millisecondsText,
  rateText,
  reportCompanyRun,
  usersOfBusyCompanies,
} from './create-companies.ts'
import { openCompaniesInProcess } from './in-process-companies.ts'

const IDLE_SECONDS = 10

interface InstallationFigures {
  startMs: Product['startMs']
  /** Milliseconds of CPU a second without any requests. */
  idle: Record<'api' | 'worker' | 'PostgreSQL', number>
  connections: number
  balance: LoadMeasurement
  page: LoadMeasurement
}

/**
 * Measures an installation with one company beside one with a thousand.
 * @returns a table
 */
export async function measureOneVersusThousand(
  server: BenchServer,
  run: CompaniesRun,
  makeMany: CreateManyOnce,
): Promise<string> {
  const few = await createCompanies(server, 'companies_few', 1)
  const many = await makeMany()
  return oneVersusThousandTable({
    few: await measureInstallation(few, server, run),
    many: await measureInstallation(many, server, run),
    freshness: await measureProjectionLag(many.databaseUrl, server.folder, run.seconds, (url) =>
      openCompaniesInProcess(url, many.companyIds.slice(0, BUSY_COMPANIES), { announces: true }),
    ),
  })
}

/** Measures the start, the idle time, and S6 by the users of the busy companies. */
async function measureInstallation(
  made: CreatedCompanies,
  { folder, pid }: BenchServer,
  { seconds, rounds }: CompaniesRun,
): Promise<InstallationFigures> {
  const { databaseUrl } = made
  const http = await openProductOverHttp(databaseUrl, folder, usersOfBusyCompanies(made))
  try {
    await sleep(3000)
    const clocks = {
      api: processCpuClock(http.pids.api),
      worker: processCpuClock(http.pids.worker),
      PostgreSQL: postgresCpuClock(pid),
    }
    const { cpu } = await runTimed(clocks, () => sleep(IDLE_SECONDS * 1000))
    const perSecond = (spent: number) => (spent / IDLE_SECONDS) * 1000
    const idle = { api: perSecond(cpu.api), worker: perSecond(cpu.worker), PostgreSQL: perSecond(cpu.PostgreSQL) }
    const reads = { balance: [] as LoadMeasurement[], page: [] as LoadMeasurement[] }
    for (let round = 1; round <= rounds; round++)
      for (const [name, path] of [
        ['balance', '/api/site/balance'],
        ['page', '/api/site/transactions?limit=50'],
      ] as const)
        reads[name].push(
          reportCompanyRun(`S6 ${name}`, await http.measure({ connections: COMPANY_LOAD_CONNECTIONS, seconds, path })),
        )
    const [balance, page] = [reads.balance, reads.page].map((of) => median(of, ({ perSecond }) => perSecond))
    if (!balance || !page) throw new RangeError('Nothing was measured')
    return { startMs: http.product.startMs, idle, connections: await connectionsTo(databaseUrl), balance, page }
  } finally {
    await http.close()
  }
}

/** Returns the number of connections of the API and the worker. */
function connectionsTo(databaseUrl: string): Promise<number> {
  return withServerConnection(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'site-ledger%'`,
    )
    return rows[0].count
  })
}

interface OneVersusThousandResult {
  few: InstallationFigures
  many: InstallationFigures
  freshness: LoadMeasurement
}

function oneVersusThousandTable({ few, many, freshness }: OneVersusThousandResult): string {
  const both = (what: string, of: (one: InstallationFigures) => string) => [what, of(few), of(many)]
  return markdownTable(
    ['', 'one company', `${INSTALLATION_COMPANIES.toLocaleString('en-US')}, ${BUSY_COMPANIES} of them busy`],
    [
      both('start of the API (goal 3 s)', ({ startMs }) => millisecondsText(startMs.api)),
      both('start of the worker', ({ startMs }) => millisecondsText(startMs.worker)),
      both('CPU a second while nobody asks: API', ({ idle }) => millisecondsText(idle.api)),
      both('worker', ({ idle }) => millisecondsText(idle.worker)),
      both('PostgreSQL', ({ idle }) => millisecondsText(idle.PostgreSQL)),
      both('connections of API and worker', ({ connections }) => String(connections)),
      both(`S6: a balance, ${COMPANY_LOAD_CONNECTIONS} connections`, ({ balance }) => rateText(balance)),
      both('S6: a page of 50 rows', ({ page }) => rateText(page)),
      ['S4: from an answer to its row, at 2,000 commands a second', '', `${rateText(freshness)} (goal 20 ms)`],
    ],
  )
}
