import { join } from 'node:path'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { untilCaughtUp } from './caught-up.ts'
import { clockOf, cpuText, serverClock, type WithCpu, withCpu } from './cpu.ts'
import { median } from './load.ts'
import { type HttpMeasured, openOverHttp } from './over-http.ts'
import { startProcess } from './processes.ts'
import type { BenchServer } from './server.ts'
import { atMost, type Row, ratio } from './table.ts'

const MOST_CONNECTIONS = 256
const GOALS = [
  { connections: 64, times: 1.3, p99: 40, withoutWorker: true },
  { connections: MOST_CONNECTIONS, times: 1.3, p99: 80, withoutWorker: false },
]

/** Each connection records those of an account of its own. */
const POSTS = { method: 'POST', path: '/accounts/:user/expenses' } as const

type Run = WithCpu<HttpMeasured>

/**
 * S3: expenses acknowledged by the product, with sessions, validation, proofs and projections, beside a plain server of Fastify and
 * pg with none of these, in turn. At the fewer connections also with the projection worker stopped: what it takes of the cores,
 * and of PostgreSQL, is what is then missing.
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
  const ours = { API: clockOf(http.pids.api), worker: clockOf(http.pids.worker), PostgreSQL: postgres }
  const theirs = { Node: clockOf(plain.child.pid), PostgreSQL: postgres }
  const address = String(plain.said.address)
  try {
    const rows: Row[] = []
    for (const { connections, withoutWorker, ...goal } of GOALS) {
      const [peers, own, stopped]: [Run[], Run[], Run[]] = [[], [], []]
      const run = { connections, seconds }
      for (let round = 1; round <= rounds; round++) {
        peers.push(
          say(`plain ${connections}`, await withCpu(theirs, () => http.measurePeer({ ...run, ...POSTS, address }))),
        )
        own.push(say(`S3 ${connections}`, await withCpu(ours, () => http.measure(run))))
        if (!withoutWorker) continue
        const alone = await whileStopped(http.pids.worker, () => withCpu(ours, () => http.measure(run)))
        stopped.push(say(`S3 ${connections} without the worker`, alone))
        await caughtUp(databaseUrl)
      }
      rows.push(...rowsOf(connections, middle(peers), middle(own), goal))
      if (withoutWorker) rows.push(rowWithoutWorker(connections, middle(peers), middle(stopped), goal))
    }
    return rows
  } finally {
    await plain.stop()
    await http.close()
  }
}

/** While a process that this one has begun stands still. */
async function whileStopped<Result>(pid: number | undefined, work: () => Promise<Result>): Promise<Result> {
  if (pid === undefined) throw new RangeError('There is no such process')
  const goOn = () => process.kill(pid, 'SIGCONT')
  // A process that stands still would not see that this one is ended.
  const ended = () => {
    goOn()
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, ended)
  process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    goOn()
    for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, ended)
  }
}

async function caughtUp(databaseUrl: string): Promise<void> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const db = connect(connectPool(databaseUrl, { name: 'bench', max: 1, onError }))
  await untilCaughtUp(db).finally(() => db.destroy())
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

/** What S3 would be if read models cost nothing. */
function rowWithoutWorker(connections: number, peer: Run, own: Run, goal: { times: number }): Row {
  const times = own.perSecond / peer.perSecond
  const reached = times >= goal.times ? 'reached without them' : 'missed without them, too'
  return {
    name: `the same, ${connections} connections, with the projection worker stopped`,
    ...own,
    against: `${times.toFixed(2)} × plain (goal ${goal.times}, ${reached}), ${cpuText(own.cpu)}`,
  }
}

const middle = (runs: Run[]) => median(runs, (run) => run.perSecond)

function say(name: string, run: Run): Run {
  const { perSecond, p99, cpu } = run
  process.stderr.write(`${name}: ${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms, ${cpuText(cpu)}\n`)
  return run
}
