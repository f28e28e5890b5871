import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { sql } from 'kysely'
import { onServer } from '../environment/server.ts'
import { untilCaughtUp } from './caught-up.ts'
import { type Clock, clockOf, cpuText, serverClock, timed, type WithCpu, withCpu } from './cpu.ts'
import { median } from './load.ts'
import { type HttpMeasured, openOverHttp } from './over-http.ts'
import { startProcess } from './processes.ts'
import type { BenchServer } from './server.ts'
import { atMost, type Row, ratio } from './table.ts'

const CORES = availableParallelism()
const MOST_CONNECTIONS = 256
const GOALS = [
  { connections: 64, times: 1.3, p99: 40, withoutWorker: true },
  { connections: MOST_CONNECTIONS, times: 1.3, p99: 80, withoutWorker: false },
]

/** Each connection records the expenses of its own account. */
const POSTS = { method: 'POST', path: '/accounts/:user/expenses' } as const

type Run = WithCpu<HttpMeasured>

/**
 * Measures S3: expenses acknowledged by the product, with sessions, validation, proofs and projections, beside a plain
 * server of Fastify and pg with none of these, in turn. With the fewer connections it also measures a run without a
 * projection worker, to show what the worker takes of the cores and of PostgreSQL.
 */
export async function measureExpenses(
  server: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const databaseUrl = await server.ledger('over_http')
  const http = await openOverHttp(databaseUrl, server.folder, MOST_CONNECTIONS)
  const env = { DATABASE_URL: await server.database('plain_http') }
  const plain = await startProcess('tests/bench/plain-server.ts', env, join(server.folder, 'plain.log'))
  const postgres = serverClock(server.pid)
  const api = { API: clockOf(http.pids.api), PostgreSQL: postgres }
  const theirs = { Node: clockOf(plain.child.pid), PostgreSQL: postgres }
  const address = String(plain.said.address)
  try {
    const rows: Row[] = []
    for (const { connections, withoutWorker, ...goal } of GOALS) {
      const [peers, own, stopped, catchingUp]: [Run[], Run[], Run[], Run[]] = [[], [], [], []]
      const run = { connections, seconds }
      for (let round = 1; round <= rounds; round++) {
        peers.push(
          say(`plain ${connections}`, await withCpu(theirs, () => http.measurePeer({ ...run, ...POSTS, address }))),
        )
        await clearUp(server, 'plain_http')
        const all = { ...api, worker: clockOf(http.pids.worker) }
        own.push(say(`S3 ${connections}`, await withCpu(all, () => http.measure(run))))
        await clearUp(server, 'over_http')
        if (!withoutWorker) continue
        const alone = await http.product.withoutWorker(() => withCpu(api, () => http.measure(run)))
        stopped.push(say(`S3 ${connections} without a worker`, alone))
        const clocks = { PostgreSQL: postgres, worker: clockOf(http.pids.worker) }
        catchingUp.push(say('read models, caught up', await caughtUp(databaseUrl, clocks)))
        await clearUp(server, 'over_http')
      }
      rows.push(...rowsOf(connections, middle(peers), middle(own), goal))
      if (withoutWorker)
        rows.push(
          rowWithoutWorker(connections, middle(peers), middle(stopped), goal),
          rowOfReadModels(middle(peers), middle(stopped), middle(catchingUp)),
        )
    }
    return rows
  } finally {
    await plain.stop()
    await http.close()
  }
}

/** Vacuums after a run, because autovacuum would otherwise use the cores during the next one. */
function clearUp(server: BenchServer, name: string): Promise<unknown> {
  return onServer(server.address(name), (client) => client.query('VACUUM (ANALYZE)'))
}

/** Lets the worker catch up, which it does in its largest pages. */
async function caughtUp(databaseUrl: string, clocks: Readonly<Record<string, Clock>>): Promise<Run> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const db = connect(connectPool(databaseUrl, { name: 'bench', max: 1, onError }))
  try {
    const { rows } = await sql<{ events: number }>`
      SELECT max(position) - (SELECT min(position) FROM checkpoints) AS events FROM log_heads`.execute(db)
    const events = rows[0]?.events ?? Number.NaN
    const { seconds, cpu } = await timed(clocks, () => untilCaughtUp(db))
    const each = Object.entries(cpu).map(([name, spent]) => [name, (spent * 1e6) / events])
    const none = Number.NaN
    return { perSecond: events / seconds, p50: none, p99: none, operations: events, cpu: Object.fromEntries(each) }
  } finally {
    await db.destroy()
  }
}

function rowsOf(connections: number, peer: Run, own: Run, goal: { times: number; p99: number }): Row[] {
  const times = ratio(own.perSecond, { name: 'plain', perSecond: peer.perSecond }, goal.times)
  return [
    {
      name: `plain Fastify and pg: an INSERT and an UPDATE in a transaction for each POST, ${connections} connections`,
      ...peer,
      against: cpuText(peer.cpu),
    },
    {
      name: `S3: over HTTP, ${connections} connections`,
      ...own,
      against: `${times}, ${atMost('p99', own.p99, goal.p99, 'ms')} beside ${peer.p99.toFixed(0)} ms of plain, ${cpuText(own.cpu)}`,
    },
  ]
}

/** Returns the row of S3 as if read models cost nothing. */
function rowWithoutWorker(connections: number, peer: Run, own: Run, goal: { times: number }): Row {
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
function rowOfReadModels(peer: Run, alone: Run, caught: Run): Row {
  const microseconds = Object.values(caught.cpu).reduce((sum, each) => sum + each, 0)
  const atMost = 1 / (1 / alone.perSecond + microseconds / 1e6 / CORES)
  return {
    name: 'read models, caught up with afterwards in pages of up to 1,000',
    perSecond: caught.perSecond,
    against: `${cpuText(caught.cpu)}; with them S3 would be ${Math.round(atMost).toLocaleString('en')}/s at most, ${(atMost / peer.perSecond).toFixed(2)} × plain`,
  }
}

const middle = (runs: Run[]) => median(runs, (run) => run.perSecond)

function say(name: string, run: Run): Run {
  const { perSecond, p99, cpu } = run
  process.stderr.write(`${name}: ${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms, ${cpuText(cpu)}\n`)
  return run
}
