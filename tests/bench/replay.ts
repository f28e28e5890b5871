import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { connectPool } from '@ledger/database/connect.ts'
import { ensureCompany } from '@ledger/ledger-service/companies/write.ts'
import { PROJECTIONS } from '@ledger/projections/projector.ts'
import { rebuild } from '@ledger/projections/rebuild.ts'
import { z } from 'zod'
import { onServer } from '../environment/server.ts'
import { cpuText } from './cpu.ts'
import { follow } from './fill.ts'
import { openInProcess } from './in-process.ts'
import { median } from './load.ts'
import type { PartMeasured, PartRun } from './parts.ts'
import { startProcess } from './processes.ts'
import type { BenchServer } from './server.ts'
import { markdown, type Row, ratio } from './table.ts'

const IN_FLIGHT = 256

const measured = z.object({
  events: z.number(),
  seconds: z.number(),
  /** Seconds: Node with all its processes, and PostgreSQL. */
  cpu: z.object({ node: z.number(), postgres: z.number() }),
  peakBytes: z.number(),
  idleBytes: z.number(),
  /** The sum of the largest memory of each child process. */
  childrenBytes: z.number(),
})
type Replay = z.infer<typeof measured>
/** The runs of a commit, by task. */
const noted = z.object({ commit: z.string(), runs: z.record(z.string(), z.array(measured)) })

/** Measures S5: all read models rebuilt, beside COPY of the same rows, in turn. */
export async function measureRebuilds(server: BenchServer, run: PartRun): Promise<PartMeasured> {
  const { at, runs } = await replays(server, run, ['copyLimit', 'rebuild'])
  const [copied, rebuilt] = [at('copyLimit'), at('rebuild')]
  const of = ofEvents(rebuilt)
  const table = markdown([
    {
      name: `the rows of all read models of ${of} by COPY into the same tables, their indexes last`,
      perSecond: rate(copied),
      against: cpu(copied),
    },
    {
      name: `S5: all read models rebuilt from ${of}`,
      perSecond: rate(rebuilt),
      against: `${ratio(rate(rebuilt), { name: 'COPY', perSecond: rate(copied) }, 0.5)}, ${goal(rebuilt, 60_000, 400_000_000)}, ${cpu(rebuilt)}`,
    },
  ])
  return { table, runs }
}

/**
 * Measures S8 and the point-in-time reports: every reading of the log from its first event, beside its limit, in turn.
 */
export async function measureVerifications(server: BenchServer, run: PartRun): Promise<PartMeasured> {
  const tasks = ['hashLimit', 'chain', 'verify', 'hashEverything', 'everything', 'asOf', 'asOfAgain']
  const { at, runs } = await replays(server, run, tasks)
  const [hashed, chain, allHashed, everything] = [at('hashLimit'), at('chain'), at('hashEverything'), at('everything')]
  const of = ofEvents(chain)
  const threads = `${availableParallelism()} threads`
  const rows: Row[] = [
    {
      name: `the bytes of ${of} read and hashed in ${threads}`,
      perSecond: rate(hashed),
      against: `${memory(hashed)}, ${cpu(hashed)}`,
    },
    {
      name: `S8: the chain of ${of} verified in ${threads}`,
      perSecond: rate(chain),
      against: `${ratio(rate(chain), { name: 'read and hashed', perSecond: rate(hashed) }, 0.7)}, ${memory(chain)}, ${cpu(chain)}`,
    },
    {
      name: 'the same with the Merkle tree, the kept states and the kept balances',
      perSecond: rate(at('verify')),
      against: `${memory(at('verify'))}, ${cpu(at('verify'))}`,
    },
    {
      name: `the bytes of the log and of all read models read and hashed in ${threads}`,
      perSecond: rate(allHashed),
      against: `${memory(allHashed)}, ${cpu(allHashed)}`,
    },
    {
      name: `S8: everything verified, read models included, ${threads}`,
      perSecond: rate(everything),
      against: `${(rate(everything) / rate(allHashed)).toFixed(2)} × read and hashed, ${goal(everything, 60_000)}, ${cpu(everything)}`,
    },
    {
      name: `balances as of the last of ${of}, the first time`,
      perSecond: rate(at('asOf')),
      against: `${at('asOf').seconds.toFixed(1)} s (goal 10 s for 1,000,000), ${cpu(at('asOf'))}`,
    },
    {
      name: 'the same again, from a snapshot',
      perSecond: rate(at('asOfAgain')),
      against: `${at('asOfAgain').seconds.toFixed(2)} s`,
    },
  ]
  return { table: markdown(rows), runs }
}

/**
 * Runs each task in its own process, all of them in turn in each round. In a kept folder, earlier runs of the same
 * commit count, too.
 */
async function replays(
  server: BenchServer,
  { events, rounds, commit }: PartRun,
  tasks: string[],
): Promise<{ at: (task: string) => Replay; runs: number }> {
  const databaseUrl = await grownBooks(server, events)
  const note = join(server.folder, `replays_${events}.json`)
  const known = existsSync(note) ? noted.parse(JSON.parse(readFileSync(note, 'utf8'))) : { commit, runs: {} }
  const runs = known.commit === commit ? known.runs : {}
  for (let round = 1; round <= rounds; round++)
    for (const task of tasks) {
      // Earlier rounds, and the verification before, have left snapshots.
      if (task === 'asOf') await forgetSnapshots(server.address(nameOf(events)))
      runs[task] = [...(runs[task] ?? []), await replay(server, databaseUrl, task)]
      writeFileSync(note, JSON.stringify({ commit, runs }))
    }
  return {
    at: (task) => median(runs[task] ?? [], (run) => -run.seconds),
    runs: Math.min(...tasks.map((task) => runs[task]?.length ?? 0)),
  }
}

/** Deletes the snapshots as the owner, because the app may not. */
function forgetSnapshots(ownerUrl: string): Promise<unknown> {
  return onServer(ownerUrl, (client) => client.query('TRUNCATE balance_snapshots'))
}

async function replay(server: BenchServer, databaseUrl: string, task: string): Promise<Replay> {
  const env = { DATABASE_URL: databaseUrl, REPLAY: task, POSTGRES_PID: String(server.pid) }
  const { said, stop } = await startProcess('tests/bench/replay-process.ts', env, join(server.folder, 'replay.log'))
  await stop()
  const run = measured.parse(said)
  process.stderr.write(`${task}: ${run.seconds.toFixed(1)} s, ${memory(run)}, ${cpu(run)}\n`)
  return run
}

const nameOf = (events: number) => `grown_${events}`

/**
 * Creates a log of the given number of expenses and its read models once for all callers; in a kept folder they stay
 * for later runs.
 */
export async function grownBooks(server: BenchServer, events: number): Promise<string> {
  const name = nameOf(events)
  const note = join(server.folder, `${name}.json`)
  if (existsSync(note)) return server.ledger(name, true)
  const databaseUrl = await server.ledger(name)
  const options = '-c statement_timeout=0'
  const pool = connectPool(databaseUrl, { name: 'bench books', max: 1, onError: fail, options })
  try {
    const companyId = await ensureCompany(pool, 'Bench')
    // A rebuild replaces existing read models, so they must exist first.
    await follow(databaseUrl, companyId)
    await growTo(databaseUrl, events)
    await rebuild({ databaseUrl, companyId, projections: PROJECTIONS, onError: fail })
    await follow(databaseUrl, companyId)
    await pool.query('VACUUM ANALYZE')
  } finally {
    await pool.end()
  }
  writeFileSync(note, '{}')
  return databaseUrl
}

/** Appends expenses until the log has the given number of events. */
async function growTo(databaseUrl: string, events: number): Promise<void> {
  const inProcess = await openInProcess(databaseUrl)
  try {
    let head = 0
    const loops = Array.from({ length: IN_FLIGHT }, async () => {
      while (head < events) head = Math.max(head, (await inProcess.spend()).position)
    })
    await Promise.all(loops)
  } finally {
    await inProcess.close()
  }
}

function fail(error: Error): never {
  throw error
}

const ofEvents = ({ events }: Replay) => `${events.toLocaleString('en-US')} events`
const rate = ({ events, seconds }: Replay) => events / seconds
/** Returns the CPU time for an event, with all processes of Node together. */
const cpu = ({ events, cpu: { node, postgres } }: Replay) =>
  cpuText({ Node: (node / events) * 1e6, PostgreSQL: (postgres / events) * 1e6 })
/** Returns the memory beside the goals: at least this many events a second, in at most this many bytes. */
function goal(run: Replay, perSecond: number, bytes = Number.POSITIVE_INFINITY): string {
  const missed = rate(run) < perSecond || run.peakBytes > bytes
  const most = Number.isFinite(bytes) ? `, ${megabytes(bytes)} MB` : ''
  return `${memory(run)} (goal ${perSecond.toLocaleString('en-US')}/s${most}${missed ? ', missed' : ''})`
}
function memory({ peakBytes, idleBytes, childrenBytes }: Replay): string {
  const beside = childrenBytes > 0 ? `, and ${megabytes(childrenBytes)} MB in the processes that it began` : ''
  return `at most ${megabytes(peakBytes)} MB, ${megabytes(idleBytes)} MB of them before it began${beside}`
}
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
