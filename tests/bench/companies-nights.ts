import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NIGHTLY_JOB } from '@ledger/ledger-service/proof/nightly.ts'
import { VERIFY_JOB } from '@ledger/projections/jobs.ts'
import type { Client } from 'pg'
import { onServer } from '../environment/server.ts'
import type { CompaniesRun } from './companies.ts'
import { ALL, type Made, type ManyCompanies, megabytesOf, msOf, recordMore } from './companies-made.ts'
import { clockOf, serverClock, timed } from './cpu.ts'
import type { Measured } from './load.ts'
import { openOverHttp } from './over-http.ts'
import { isActive, openQueue, type Queue, secondsOf, untilDone, untilStarted } from './periodic-jobs.ts'
import { mostResident, type Started, startProcess } from './processes.ts'
import type { BenchServer } from './server.ts'
import { tableOf } from './table.ts'

/** Entries that each busy company gets in addition. */
const ENTRIES = 3000
const LOOK_MS = 100

/** The cost of a periodic job for all companies. */
interface Cost {
  what: string
  seconds: number
  cpu: Record<'process' | 'PostgreSQL', number>
  /** The most resident bytes of the process that ran the job. */
  resident: number
  /** The median milliseconds for one company; undefined where the job stores no result by company. */
  each: Record<'idle' | 'busy', number> | undefined
  expense?: Measured
}

interface Job {
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
export async function measureNights(
  server: BenchServer,
  { seconds }: CompaniesRun,
  makeMany: ManyCompanies,
): Promise<string> {
  const made = await makeMany()
  await recordMore(made, server, ENTRIES)
  const http = await openOverHttp(made.databaseUrl, server.folder, made.busy[0]?.users.slice(0, 1) ?? [])
  const queue = openQueue(made.databaseUrl)
  let signer: Started | undefined
  try {
    const expense = () => http.measure({ connections: 1, seconds })
    const alone = await expense()
    const begun = performance.now()
    signer = await startSigner(made.databaseUrl, server.folder)
    await untilSigned(made.databaseUrl)
    const signedSeconds = (performance.now() - begun) / 1000
    process.stderr.write(`all signed after ${signedSeconds.toFixed(1)} s\n`)
    // The signer itself enqueues the verification of all companies that were never verified.
    await sleep(12_000)
    await untilDone(made.databaseUrl, NIGHTLY_JOB)
    const soonSeconds = (performance.now() - begun) / 1000
    process.stderr.write(`all verified ${soonSeconds.toFixed(1)} s after its start\n`)

    const { pid } = signer.child
    const { worker } = http.pids
    const nightly = { what: 'each night: everything verified, by the signer', name: NIGHTLY_JOB, pid }
    const first = { what: 'read models verified by the worker, the first time', name: VERIFY_JOB, pid: worker }
    const hourly = { what: 'each hour: the same, going on from the last', name: VERIFY_JOB, pid: worker }
    const clearing = { what: 'each hour: what is old cleared away, by the worker', name: 'clear-away', pid: worker }
    const costs: Cost[] = []
    for (const job of [nightly, first, hourly, clearing]) {
      const cost = await costOf(job, made, server, queue.ask)
      if (job !== first) cost.expense = await during(job.name, made.databaseUrl, queue.ask, expense)
      costs.push(cost)
    }
    return `${nightsTable(costs, alone)}\n\n${sentence(signedSeconds, soonSeconds, await keptBytes(made.databaseUrl))}`
  } finally {
    await queue.close()
    await signer?.stop()
    await http.close()
  }
}

function startSigner(databaseUrl: string, folder: string): Promise<Started> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, EMBEDDED_POSTGRES: '1' }
  return startProcess('ledger-service/proof/main.ts', env, join(folder, 'signer.log'))
}

async function costOf(
  { what, name, pid }: Job,
  { databaseUrl, busy }: Made,
  server: BenchServer,
  ask: Queue['ask'],
): Promise<Cost> {
  const from = await onServer(databaseUrl, now)
  const clocks = { process: clockOf(pid), PostgreSQL: serverClock(server.pid) }
  const { cpu, result: resident } = await timed(clocks, () =>
    mostResident(pid, async () => {
      await ask(name)
      await untilDone(databaseUrl, name)
    }),
  )
  const ids = busy.map(({ companyId }) => companyId)
  const each = await onServer(databaseUrl, (client) => eachSince(client, from, ids))
  const seconds = await secondsOf(databaseUrl, name)
  process.stderr.write(`${what}: ${seconds.toFixed(1)} s, ${cpu.process} + ${cpu.PostgreSQL} s of CPU\n`)
  return { what, seconds, cpu, resident, each }
}

async function during(
  name: string,
  databaseUrl: string,
  ask: Queue['ask'],
  expense: () => Promise<Measured>,
): Promise<Measured> {
  await ask(name)
  await untilStarted(databaseUrl, name)
  const measured = await expense()
  if (!(await isActive(databaseUrl, name))) process.stderr.write(`${name} was over before the expenses were\n`)
  await untilDone(databaseUrl, name)
  return measured
}

async function untilSigned(databaseUrl: string): Promise<void> {
  await onServer(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query('SELECT count(DISTINCT company_id)::int AS count FROM signed_checkpoints')
      if (rows[0].count === ALL) return
      await sleep(LOOK_MS)
    }
  })
}

async function now(client: Client): Promise<string> {
  const { rows } = await client.query('SELECT now()::text AS now')
  return rows[0].now
}

/** Returns the median time between two stored results, because companies are verified one after the other. */
async function eachSince(client: Client, from: string, busy: readonly string[]): Promise<Cost['each']> {
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
async function keptBytes(databaseUrl: string): Promise<number> {
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT (pg_total_relation_size('read.verifications') / count(*))::float8 AS bytes FROM read.verifications`,
    )
    return rows[0].bytes
  })
}

function nightsTable(costs: Cost[], alone: Measured): string {
  const waited = ({ p50, p99 }: Measured) => `${msOf(p50)}, ${msOf(p99)}`
  const rows = costs.map(({ what, seconds, cpu, resident, each, expense }) => [
    what,
    `${seconds.toFixed(1)} s`,
    `${cpu.process.toFixed(1)} s`,
    `${cpu.PostgreSQL.toFixed(1)} s`,
    megabytesOf(resident),
    ...(each ? [msOf(each.idle), msOf(each.busy)] : ['', '']),
    expense ? waited(expense) : '',
  ])
  return tableOf(
    [
      `${ALL.toLocaleString('en-US')} companies, one after the other`,
      ...['time', 'CPU: its process', 'PostgreSQL', 'memory at most', 'an idle company', 'a busy one'],
      'an expense meanwhile: p50, p99',
    ],
    [...rows, ['nothing', '', '', '', '', '', '', waited(alone)]],
  )
}

function sentence(signed: number, verified: number, bytes: number): string {
  return `The signer, started where nothing was signed: all signed after ${signed.toFixed(0)} s, all verified after ${verified.toFixed(0)} s. A verification that is kept takes ${bytes.toFixed(0)} bytes.`
}
