import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VERIFY_LEDGER_JOB, VERIFY_READ_MODELS_JOB } from '@ledger/projections/jobs/job-names.ts'
import type { Client } from 'pg'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import type { LoadMeasurement } from '../measure/closed-loop-load.ts'
import { postgresCpuClock, processCpuClock, runTimed } from '../measure/cpu-time.ts'
import { markdownTable } from '../measure/markdown-table.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { openProductOverHttp } from '../setup/product-over-http.ts'
import { type BenchProcess, peakResidentBytes, startBenchProcess } from '../setup/start-bench-process.ts'
import type { CompaniesRun } from './company-benchmarks.ts'
import {
  type CreatedCompanies,
  type CreateManyOnce,
  INSTALLATION_COMPANIES,
  megabytesText,
  millisecondsText,
  recordMoreExpenses,
} from './create-companies.ts'
import {
  isJobActive,
  type JobQueueClient,
  jobSeconds,
  openJobQueueClient,
  waitUntilJobStarted,
  waitUntilJobsDone,
} from './job-queue-client.ts'

/** Entries that each busy company gets in addition. */
const ENTRIES = 3000
const JOB_POLL_MS = 100

/** The cost of a periodic job for all companies. */
interface PeriodicJobCost {
  what: string
  seconds: number
  cpu: Record<'process' | 'PostgreSQL', number>
  /** The most resident bytes of the process that ran the job. */
  resident: number
  /** The median milliseconds for one company; undefined where the job stores no result by company. */
  each: Record<'idle' | 'busy', number> | undefined
  expense?: LoadMeasurement
}

interface PeriodicJob {
  what: string
  name: string
  /** The process that runs the job. */
  pid: number | undefined
}

/**
 * Measures the nightly and hourly jobs for all companies, enqueued as the schedule does and run by the same processes,
 * and how long a field user of a busy company waits for an expense meanwhile.
 * @returns a table
 */
export async function measurePeriodicJobs(
  server: BenchServer,
  { seconds }: CompaniesRun,
  makeMany: CreateManyOnce,
): Promise<string> {
  const made = await makeMany()
  await recordMoreExpenses(made, server, ENTRIES)
  const http = await openProductOverHttp(made.databaseUrl, server.folder, made.busy[0]?.users.slice(0, 1) ?? [])
  const queue = openJobQueueClient(made.databaseUrl)
  let signer: BenchProcess | undefined
  try {
    const expense = () => http.measure({ connections: 1, seconds })
    const alone = await expense()
    const begun = performance.now()
    signer = await startSigner(made.databaseUrl, server.folder)
    await waitUntilEverySigned(made.databaseUrl)
    const signedSeconds = (performance.now() - begun) / 1000
    process.stderr.write(`all signed after ${signedSeconds.toFixed(1)} s\n`)
    // The signer itself enqueues the verification of all companies that were never verified.
    await sleep(12_000)
    await waitUntilJobsDone(made.databaseUrl, VERIFY_LEDGER_JOB)
    const soonSeconds = (performance.now() - begun) / 1000
    process.stderr.write(`all verified ${soonSeconds.toFixed(1)} s after its start\n`)

    const { pid } = signer.child
    const { worker } = http.pids
    const nightly = { what: 'each night: the ledger verified, by the signer', name: VERIFY_LEDGER_JOB, pid }
    const first = {
      what: 'each night: read models compared by the worker, of all',
      name: VERIFY_READ_MODELS_JOB,
      pid: worker,
    }
    const idle = { what: 'the same where no company is due', name: VERIFY_READ_MODELS_JOB, pid: worker }
    const clearing = { what: 'each hour: what is old cleared away, by the worker', name: 'clear-away', pid: worker }
    const costs: PeriodicJobCost[] = []
    for (const job of [nightly, first, idle, clearing]) {
      const cost = await measureJobCost(job, made, server, queue.requestForAll)
      if (job === nightly || job === clearing)
        cost.expense = await measureUsersDuring(job.name, made.databaseUrl, queue.requestForAll, expense)
      costs.push(cost)
    }
    return `${periodicJobsTable(costs, alone)}\n\n${periodicJobsSummary(signedSeconds, soonSeconds, await storedVerificationBytes(made.databaseUrl))}`
  } finally {
    await queue.close()
    await signer?.stop()
    await http.close()
  }
}

function startSigner(databaseUrl: string, folder: string): Promise<BenchProcess> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, EMBEDDED_POSTGRES: '1' }
  return startBenchProcess('ledger-service/proof/main.ts', env, join(folder, 'signer.log'))
}

async function measureJobCost(
  { what, name, pid }: PeriodicJob,
  { databaseUrl, busy }: CreatedCompanies,
  server: BenchServer,
  ask: JobQueueClient['requestForAll'],
): Promise<PeriodicJobCost> {
  const from = await withServerConnection(databaseUrl, serverTime)
  const clocks = { process: processCpuClock(pid), PostgreSQL: postgresCpuClock(server.pid) }
  const { cpu, result: resident } = await runTimed(clocks, () =>
    peakResidentBytes(pid, async () => {
      await ask(name)
      await waitUntilJobsDone(databaseUrl, name)
    }),
  )
  const ids = busy.map(({ companyId }) => companyId)
  const each = await withServerConnection(databaseUrl, (client) => jobsPerCompanySince(client, from, ids))
  const seconds = await jobSeconds(databaseUrl, name)
  process.stderr.write(`${what}: ${seconds.toFixed(1)} s, ${cpu.process} + ${cpu.PostgreSQL} s of CPU\n`)
  return { what, seconds, cpu, resident, each }
}

async function measureUsersDuring(
  name: string,
  databaseUrl: string,
  ask: JobQueueClient['requestForAll'],
  expense: () => Promise<LoadMeasurement>,
): Promise<LoadMeasurement> {
  await ask(name)
  await waitUntilJobStarted(databaseUrl, name)
  const measured = await expense()
  if (!(await isJobActive(databaseUrl, name))) process.stderr.write(`${name} was over before the expenses were\n`)
  await waitUntilJobsDone(databaseUrl, name)
  return measured
}

async function waitUntilEverySigned(databaseUrl: string): Promise<void> {
  await withServerConnection(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query('SELECT count(DISTINCT company_id)::int AS count FROM signed_checkpoints')
      if (rows[0].count === INSTALLATION_COMPANIES) return
      await sleep(JOB_POLL_MS)
    }
  })
}

async function serverTime(client: Client): Promise<string> {
  const { rows } = await client.query('SELECT now()::text AS now')
  return rows[0].now
}

/** Returns the median time between two stored results, because companies are verified one after the other. */
async function jobsPerCompanySince(
  client: Client,
  from: string,
  busy: readonly string[],
): Promise<PeriodicJobCost['each']> {
  const { rows } = await client.query(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE NOT is_busy) AS idle,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE is_busy) AS busy
    FROM (
      SELECT extract(epoch FROM verified_at - lag(verified_at) OVER (ORDER BY verified_at)) * 1000 AS ms, company_id = ANY($2::uuid[]) AS is_busy
      FROM read.verifications WHERE verified_at > $1
    ) AS each`,
    [from, busy],
  )
  return rows[0].idle === null ? undefined : { idle: Number(rows[0].idle), busy: Number(rows[0].busy) }
}

/** Returns the bytes on the disk for each stored verification. */
async function storedVerificationBytes(databaseUrl: string): Promise<number> {
  return withServerConnection(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT (pg_total_relation_size('read.verifications') / count(*))::float8 AS bytes FROM read.verifications`,
    )
    return rows[0].bytes
  })
}

function periodicJobsTable(costs: PeriodicJobCost[], alone: LoadMeasurement): string {
  const waited = ({ p50, p99 }: LoadMeasurement) => `${millisecondsText(p50)}, ${millisecondsText(p99)}`
  const rows = costs.map(({ what, seconds, cpu, resident, each, expense }) => [
    what,
    `${seconds.toFixed(1)} s`,
    `${cpu.process.toFixed(1)} s`,
    `${cpu.PostgreSQL.toFixed(1)} s`,
    megabytesText(resident),
    ...(each ? [millisecondsText(each.idle), millisecondsText(each.busy)] : ['', '']),
    expense ? waited(expense) : '',
  ])
  return markdownTable(
    [
      `${INSTALLATION_COMPANIES.toLocaleString('en-US')} companies, one after the other`,
      ...['time', 'CPU: its process', 'PostgreSQL', 'memory at most', 'an idle company', 'a busy one'],
      'an expense meanwhile: p50, p99',
    ],
    [...rows, ['nothing', '', '', '', '', '', '', waited(alone)]],
  )
}

function periodicJobsSummary(signed: number, verified: number, bytes: number): string {
  return `The signer, started where nothing was signed: all signed after ${signed.toFixed(0)} s, all verified after ${verified.toFixed(0)} s. A verification that is kept takes ${bytes.toFixed(0)} bytes.`
}
