import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { sql } from 'kysely'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { median } from '../measure/closed-loop-load.ts'
import {
  type CpuClock,
  cpuText,
  measureWithCpu,
  postgresCpuClock,
  processCpuClock,
  runTimed,
  type WithCpu,
} from '../measure/cpu-time.ts'
import { type BenchmarkRow, ratioText, upperGoalText } from '../measure/markdown-table.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { type HttpMeasurement, openProductOverHttp } from '../setup/product-over-http.ts'
import { startBenchProcess } from '../setup/start-bench-process.ts'
import { waitForReadModels } from '../setup/wait-for-read-models.ts'

const CORES = availableParallelism()
const MAX_EXPENSE_CONNECTIONS = 256
const EXPENSE_GOALS = [
  { connections: 64, times: 1.3, p99: 40, withoutWorker: true },
  { connections: MAX_EXPENSE_CONNECTIONS, times: 1.3, p99: 80, withoutWorker: false },
]

/** Each connection records the expenses of its own account. */
const PEER_EXPENSE_REQUEST = { method: 'POST', path: '/accounts/:user/expenses' } as const

type ExpenseRun = WithCpu<HttpMeasurement>

/**
 * Measures S3: expenses acknowledged by the product, with sessions, validation, proofs and projections, beside a plain
 * server of Fastify and pg with none of these, in turn. With the fewer connections it also measures a run without a
 * projection worker, to show what the worker takes of the cores and of PostgreSQL.
 */
export async function measureExpenses(
  server: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<BenchmarkRow[]> {
  const databaseUrl = await server.ledger('over_http')
  const http = await openProductOverHttp(databaseUrl, server.folder, MAX_EXPENSE_CONNECTIONS)
  const env = { DATABASE_URL: await server.database('plain_http') }
  const plain = await startBenchProcess(
    'tests/bench/http/plain-expense-server.ts',
    env,
    join(server.folder, 'plain.log'),
  )
  const postgres = postgresCpuClock(server.pid)
  const api = { API: processCpuClock(http.pids.api), PostgreSQL: postgres }
  const theirs = { Node: processCpuClock(plain.child.pid), PostgreSQL: postgres }
  const address = String(plain.said.address)
  try {
    const rows: BenchmarkRow[] = []
    for (const { connections, withoutWorker, ...goal } of EXPENSE_GOALS) {
      const [peers, own, stopped, catchingUp]: [ExpenseRun[], ExpenseRun[], ExpenseRun[], ExpenseRun[]] = [
        [],
        [],
        [],
        [],
      ]
      const run = { connections, seconds }
      for (let round = 1; round <= rounds; round++) {
        peers.push(
          reportExpenseRun(
            `plain ${connections}`,
            await measureWithCpu(theirs, () => http.measurePeer({ ...run, ...PEER_EXPENSE_REQUEST, address })),
          ),
        )
        await vacuumDatabase(server, 'plain_http')
        const all = { ...api, worker: processCpuClock(http.pids.worker) }
        own.push(reportExpenseRun(`S3 ${connections}`, await measureWithCpu(all, () => http.measure(run))))
        await vacuumDatabase(server, 'over_http')
        if (!withoutWorker) continue
        const alone = await http.product.withoutWorker(() => measureWithCpu(api, () => http.measure(run)))
        stopped.push(reportExpenseRun(`S3 ${connections} without a worker`, alone))
        const clocks = { PostgreSQL: postgres, worker: processCpuClock(http.pids.worker) }
        catchingUp.push(
          reportExpenseRun('read models, caught up', await measureReadModelsCatchingUp(databaseUrl, clocks)),
        )
        await vacuumDatabase(server, 'over_http')
      }
      rows.push(...expenseRows(connections, medianExpenseRun(peers), medianExpenseRun(own), goal))
      if (withoutWorker)
        rows.push(
          rowWithoutWorker(connections, medianExpenseRun(peers), medianExpenseRun(stopped), goal),
          readModelsRow(medianExpenseRun(peers), medianExpenseRun(stopped), medianExpenseRun(catchingUp)),
        )
    }
    return rows
  } finally {
    await plain.stop()
    await http.close()
  }
}

/** Vacuums after a run, because autovacuum would otherwise use the cores during the next one. */
function vacuumDatabase(server: BenchServer, name: string): Promise<unknown> {
  return withServerConnection(server.address(name), (client) => client.query('VACUUM (ANALYZE)'))
}

/** Lets the worker catch up, which it does in its largest pages. */
async function measureReadModelsCatchingUp(
  databaseUrl: string,
  clocks: Readonly<Record<string, CpuClock>>,
): Promise<ExpenseRun> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const db = kyselyOverPool(connectPool(databaseUrl, { name: 'bench', max: 1, onError }))
  try {
    const { rows } = await sql<{ events: number }>`
      SELECT max(position) - (SELECT min(position) FROM checkpoints) AS events FROM log_heads`.execute(db)
    const events = rows[0]?.events ?? Number.NaN
    const { seconds, cpu } = await runTimed(clocks, () => waitForReadModels(db))
    const each = Object.entries(cpu).map(([name, spent]) => [name, (spent * 1e6) / events])
    const none = Number.NaN
    return { perSecond: events / seconds, p50: none, p99: none, operations: events, cpu: Object.fromEntries(each) }
  } finally {
    await db.destroy()
  }
}

function expenseRows(
  connections: number,
  peer: ExpenseRun,
  own: ExpenseRun,
  goal: { times: number; p99: number },
): BenchmarkRow[] {
  const times = ratioText(own.perSecond, { name: 'plain', perSecond: peer.perSecond }, goal.times)
  return [
    {
      name: `plain Fastify and pg: an INSERT and an UPDATE in a transaction for each POST, ${connections} connections`,
      ...peer,
      against: cpuText(peer.cpu),
    },
    {
      name: `S3: over HTTP, ${connections} connections`,
      ...own,
      against: `${times}, ${upperGoalText('p99', own.p99, goal.p99, 'ms')} beside ${peer.p99.toFixed(0)} ms of plain, ${cpuText(own.cpu)}`,
    },
  ]
}

/** Returns the row of S3 as if read models cost nothing. */
function rowWithoutWorker(
  connections: number,
  peer: ExpenseRun,
  own: ExpenseRun,
  goal: { times: number },
): BenchmarkRow {
  const times = own.perSecond / peer.perSecond
  const reached = times >= goal.times ? 'reached without them' : 'missed without them, too'
  return {
    name: `the same, ${connections} connections, without a projection worker`,
    ...own,
    against: `${times.toFixed(2)} × plain (goal ${goal.times}, ${reached}), ${cpuText(own.cpu)}`,
  }
}

/**
 * Returns the upper bound of S3 with the present read models, in their largest pages: both cores do only the work for
 * an expense without a worker, the load generator included, and the work of the read models while catching up.
 */
function readModelsRow(peer: ExpenseRun, alone: ExpenseRun, caught: ExpenseRun): BenchmarkRow {
  const microseconds = Object.values(caught.cpu).reduce((sum, each) => sum + each, 0)
  const atMost = 1 / (1 / alone.perSecond + microseconds / 1e6 / CORES)
  return {
    name: 'read models, caught up with afterwards in pages of up to 1,000',
    perSecond: caught.perSecond,
    against: `${cpuText(caught.cpu)}; with them S3 would be ${Math.round(atMost).toLocaleString('en')}/s at most, ${(atMost / peer.perSecond).toFixed(2)} × plain`,
  }
}

const medianExpenseRun = (runs: ExpenseRun[]) => median(runs, (run) => run.perSecond)

function reportExpenseRun(name: string, run: ExpenseRun): ExpenseRun {
  const { perSecond, p99, cpu } = run
  process.stderr.write(`${name}: ${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms, ${cpuText(cpu)}\n`)
  return run
}
