import { join } from 'node:path'
import { clockOf, cpuText, serverClock, type WithCpu, withCpu } from './cpu.ts'
import { median } from './load.ts'
import type { HttpMeasured, OverHttp } from './over-http.ts'
import { startProcess } from './processes.ts'
import type { BenchServer } from './server.ts'
import { atMost, type Row, ratio } from './table.ts'

const GOALS = [
  { connections: 64, times: 1.3, p99: 40 },
  { connections: 256, times: 1.3, p99: 80 },
]

/** Each connection records those of an account of its own. */
const POSTS = { method: 'POST', path: '/accounts/:user/expenses' } as const

type Run = WithCpu<HttpMeasured>

/**
 * S3: expenses acknowledged by the product, with sessions, validation, proofs and projections, beside a plain server of Fastify and
 * pg with none of these, in turn.
 */
export async function measureExpenses(
  http: OverHttp,
  server: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const env = { DATABASE_URL: await server.database('plain_http') }
  const plain = await startProcess('tests/bench/plain-server.ts', env, join(server.folder, 'plain.log'))
  const postgres = serverClock(server.pid)
  const ours = { API: clockOf(http.pids.api), worker: clockOf(http.pids.worker), PostgreSQL: postgres }
  const theirs = { Node: clockOf(plain.child.pid), PostgreSQL: postgres }
  const address = String(plain.said.address)
  try {
    const rows: Row[] = []
    for (const { connections, ...goal } of GOALS) {
      const [peers, own]: [Run[], Run[]] = [[], []]
      const run = { connections, seconds }
      for (let round = 1; round <= rounds; round++) {
        peers.push(
          say(`plain ${connections}`, await withCpu(theirs, () => http.measurePeer({ ...run, ...POSTS, address }))),
        )
        own.push(say(`S3 ${connections}`, await withCpu(ours, () => http.measure(run))))
      }
      rows.push(...rowsOf(connections, middle(peers), middle(own), goal))
    }
    return rows
  } finally {
    await plain.stop()
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
      against: `${times}, ${atMost('p99', own.p99, goal.p99, 'ms')}, ${cpuText(own.cpu)}`,
    },
  ]
}

const middle = (runs: Run[]) => median(runs, (run) => run.perSecond)

function say(name: string, run: Run): Run {
  const { perSecond, p99, cpu } = run
  process.stderr.write(`${name}: ${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms, ${cpuText(cpu)}\n`)
  return run
}
