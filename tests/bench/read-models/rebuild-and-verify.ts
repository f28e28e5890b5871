import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { ensureFirstCompany } from '@ledger/ledger-service/companies/manage-companies.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { z } from 'zod'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import type { BenchmarkResult, BenchmarkRun } from '../benchmark-list.ts'
import { median } from '../measure/closed-loop-load.ts'
import { cpuText } from '../measure/cpu-time.ts'
import { type BenchmarkRow, benchmarkTable, ratioText } from '../measure/markdown-table.ts'
import { projectToEnd } from '../setup/fill-ledger.ts'
import { openInProcessLedger } from '../setup/in-process-ledger.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { startBenchProcess } from '../setup/start-bench-process.ts'

const IN_FLIGHT = 256

const replayRunSchema = z.object({
  events: z.number(),
  seconds: z.number(),
  /** Seconds: Node with all its processes, and PostgreSQL. */
  cpu: z.object({ node: z.number(), postgres: z.number() }),
  peakBytes: z.number(),
  idleBytes: z.number(),
  /** The sum of the largest memory of each child process. */
  childrenBytes: z.number(),
})
type ReplayRun = z.infer<typeof replayRunSchema>
/** The runs of a commit, by task. */
const storedReplayRunsSchema = z.object({ commit: z.string(), runs: z.record(z.string(), z.array(replayRunSchema)) })

/** Measures S5: all read models rebuilt, beside COPY of the same rows, in turn. */
export async function measureRebuilds(server: BenchServer, run: BenchmarkRun): Promise<BenchmarkResult> {
  const { at, runs } = await replayInRounds(server, run, ['copyLimit', 'rebuild'])
  const [copied, rebuilt] = [at('copyLimit'), at('rebuild')]
  const of = eventCountText(rebuilt)
  const table = benchmarkTable([
    {
      name: `the rows of all read models of ${of} by COPY into the same tables, their indexes last`,
      perSecond: eventsPerSecond(copied),
      against: cpu(copied),
    },
    {
      name: `S5: all read models rebuilt from ${of}`,
      perSecond: eventsPerSecond(rebuilt),
      against: `${ratioText(eventsPerSecond(rebuilt), { name: 'COPY', perSecond: eventsPerSecond(copied) }, 0.5)}, ${goalText(rebuilt, 60_000, 400_000_000)}, ${cpu(rebuilt)}`,
    },
  ])
  return { table, runs }
}

/**
 * Measures S8 and the point-in-time reports: every reading of the log from its first event, beside its limit, in turn.
 */
export async function measureVerifications(server: BenchServer, run: BenchmarkRun): Promise<BenchmarkResult> {
  const tasks = ['hashLimit', 'chain', 'verify', 'hashEverything', 'everything', 'readModels', 'asOf', 'asOfAgain']
  const { at, runs } = await replayInRounds(server, run, tasks)
  const [hashed, chain, allHashed, everything] = [at('hashLimit'), at('chain'), at('hashEverything'), at('everything')]
  const of = eventCountText(chain)
  const threads = `${availableParallelism()} threads`
  const rows: BenchmarkRow[] = [
    {
      name: `the bytes of ${of} read and hashed in ${threads}`,
      perSecond: eventsPerSecond(hashed),
      against: `${replayMemoryText(hashed)}, ${cpu(hashed)}`,
    },
    {
      name: `S8: the chain of ${of} verified in ${threads}`,
      perSecond: eventsPerSecond(chain),
      against: `${ratioText(eventsPerSecond(chain), { name: 'read and hashed', perSecond: eventsPerSecond(hashed) }, 0.7)}, ${replayMemoryText(chain)}, ${cpu(chain)}`,
    },
    {
      name: 'the same with the Merkle tree, the kept states and the kept balances',
      perSecond: eventsPerSecond(at('verify')),
      against: `${replayMemoryText(at('verify'))}, ${cpu(at('verify'))}`,
    },
    {
      name: `the bytes of the log and of all read models read and hashed in ${threads}`,
      perSecond: eventsPerSecond(allHashed),
      against: `${replayMemoryText(allHashed)}, ${cpu(allHashed)}`,
    },
    {
      name: `S8: everything verified, read models included, ${threads}`,
      perSecond: eventsPerSecond(everything),
      against: `${(eventsPerSecond(everything) / eventsPerSecond(allHashed)).toFixed(2)} × read and hashed, ${goalText(everything, 60_000)}, ${cpu(everything)}`,
    },
    {
      name: 'the read models alone, in one process, as the worker compares them at night',
      perSecond: eventsPerSecond(at('readModels')),
      against: `${replayMemoryText(at('readModels'))}, ${cpu(at('readModels'))}`,
    },
    {
      name: `balances as of the last of ${of}, the first time`,
      perSecond: eventsPerSecond(at('asOf')),
      against: `${at('asOf').seconds.toFixed(1)} s (goal 10 s for 1,000,000), ${cpu(at('asOf'))}`,
    },
    {
      name: 'the same again, from a snapshot',
      perSecond: eventsPerSecond(at('asOfAgain')),
      against: `${at('asOfAgain').seconds.toFixed(2)} s`,
    },
  ]
  return { table: benchmarkTable(rows), runs }
}

/**
 * Runs each task in its own process, all of them in turn in each round. In a kept folder, earlier runs of the same
 * commit count, too.
 */
async function replayInRounds(
  server: BenchServer,
  { events, rounds, commit }: BenchmarkRun,
  tasks: string[],
): Promise<{ at: (task: string) => ReplayRun; runs: number }> {
  const databaseUrl = await openGrownLedger(server, events)
  const note = join(server.folder, `replays_${events}.json`)
  const known = existsSync(note)
    ? storedReplayRunsSchema.parse(JSON.parse(readFileSync(note, 'utf8')))
    : { commit, runs: {} }
  const runs = known.commit === commit ? known.runs : {}
  for (let round = 1; round <= rounds; round++)
    for (const task of tasks) {
      // Earlier rounds, and the verification before, have left snapshots.
      if (task === 'asOf') await forgetSnapshots(server.address(grownDatabaseName(events)))
      runs[task] = [...(runs[task] ?? []), await runReplayProcess(server, databaseUrl, task)]
      writeFileSync(note, JSON.stringify({ commit, runs }))
    }
  return {
    at: (task) => median(runs[task] ?? [], (run) => -run.seconds),
    runs: Math.min(...tasks.map((task) => runs[task]?.length ?? 0)),
  }
}

/** Deletes the snapshots as the owner, because the app may not. */
function forgetSnapshots(ownerUrl: string): Promise<unknown> {
  return withServerConnection(ownerUrl, (client) => client.query('TRUNCATE balance_snapshots'))
}

async function runReplayProcess(server: BenchServer, databaseUrl: string, task: string): Promise<ReplayRun> {
  const env = { DATABASE_URL: databaseUrl, REPLAY: task, POSTGRES_PID: String(server.pid) }
  const { said, stop } = await startBenchProcess(
    'tests/bench/read-models/rebuild-and-verify-process.ts',
    env,
    join(server.folder, 'replay.log'),
  )
  await stop()
  const run = replayRunSchema.parse(said)
  process.stderr.write(`${task}: ${run.seconds.toFixed(1)} s, ${replayMemoryText(run)}, ${cpu(run)}\n`)
  return run
}

const grownDatabaseName = (events: number) => `grown_${events}`

/**
 * Creates a log of the given number of expenses and its read models once for all callers; in a kept folder they stay
 * for later runs.
 */
export async function openGrownLedger(server: BenchServer, events: number): Promise<string> {
  const name = grownDatabaseName(events)
  const note = join(server.folder, `${name}.json`)
  if (existsSync(note)) return server.ledger(name, true)
  const databaseUrl = await server.ledger(name)
  const options = '-c statement_timeout=0'
  const pool = connectPool(databaseUrl, { name: 'bench books', max: 1, onError: rethrowReplayError, options })
  try {
    const companyId = await ensureFirstCompany(pool, 'Bench')
    // A rebuild replaces existing read models, so they must exist first.
    await projectToEnd(databaseUrl, companyId)
    await growLedgerTo(databaseUrl, events)
    await rebuildProjections({ databaseUrl, companyId, projections: PROJECTIONS, onError: rethrowReplayError })
    await projectToEnd(databaseUrl, companyId)
    await pool.query('VACUUM ANALYZE')
  } finally {
    await pool.end()
  }
  writeFileSync(note, '{}')
  return databaseUrl
}

/** Appends expenses until the log has the given number of events. */
async function growLedgerTo(databaseUrl: string, events: number): Promise<void> {
  const inProcess = await openInProcessLedger(databaseUrl)
  try {
    let head = 0
    const loops = Array.from({ length: IN_FLIGHT }, async () => {
      while (head < events) head = Math.max(head, (await inProcess.recordOneExpense()).position)
    })
    await Promise.all(loops)
  } finally {
    await inProcess.close()
  }
}

function rethrowReplayError(error: Error): never {
  throw error
}

const eventCountText = ({ events }: ReplayRun) => `${events.toLocaleString('en-US')} events`
const eventsPerSecond = ({ events, seconds }: ReplayRun) => events / seconds
/** Returns the CPU time for an event, with all processes of Node together. */
const cpu = ({ events, cpu: { node, postgres } }: ReplayRun) =>
  cpuText({ Node: (node / events) * 1e6, PostgreSQL: (postgres / events) * 1e6 })
/** Returns the memory beside the goals: at least this many events a second, in at most this many bytes. */
function goalText(run: ReplayRun, perSecond: number, bytes = Number.POSITIVE_INFINITY): string {
  const missed = eventsPerSecond(run) < perSecond || run.peakBytes > bytes
  const most = Number.isFinite(bytes) ? `, ${megabytes(bytes)} MB` : ''
  return `${replayMemoryText(run)} (goal ${perSecond.toLocaleString('en-US')}/s${most}${missed ? ', missed' : ''})`
}
function replayMemoryText({ peakBytes, idleBytes, childrenBytes }: ReplayRun): string {
  const beside = childrenBytes > 0 ? `, and ${megabytes(childrenBytes)} MB in the processes that it began` : ''
  return `at most ${megabytes(peakBytes)} MB, ${megabytes(idleBytes)} MB of them before it began${beside}`
}
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
