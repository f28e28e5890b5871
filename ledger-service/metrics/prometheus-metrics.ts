import type { Database } from '@ledger/database/tables/database-schema.ts'
import { readProjectionStatus } from '@ledger/projections/projector/projection-status.ts'
import { readOverallVerifications } from '@ledger/projections/verification/verification-store.ts'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BatchReport } from '../event-store/append/batch-executor.ts'

/** The outcome of a command: `unknown` is a lost commit, `failed` an internal error. */
export type CommandOutcome = 'accepted' | 'refused' | 'unavailable' | 'unknown' | 'failed'

export interface Metrics {
  observeBatch(report: BatchReport): void
  countCommand(type: string, outcome: CommandOutcome): void
  countThrottledSignIn(): void
  /** `route` is the pattern, never the address: the number of label values is bounded. */
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void
  /** Returns the page of `GET /metrics`, in Prometheus' text format. Reads the database once. */
  renderPage(): Promise<{ contentType: string; text: string }>
}

interface MetricsSources {
  /** The pools by the use of their connections. */
  pools: Readonly<Record<'all' | 'office' | 'append', Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>>
  db: Kysely<Database>
  /**
   * Returns the only company; undefined where there are several: their figures are aggregated, so that the number of
   * labels does not grow with the number of companies.
   */
  onlyCompanyId: () => string | undefined
}

const APPEND_SECONDS_BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10]
const REQUEST_SECONDS_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10]
const BATCH_COMMANDS_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/**
 * Opens the metrics of one API process, of all companies together; those of the projections come from their
 * checkpoints, so every process reports the same values.
 */
export function openMetrics(watched: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  registerPoolGauges(watched.pools, registers)
  const readProjections = registerProjectionGauges(watched, registers)
  const readVerifications = registerVerificationGauges(watched, registers)

  const commands = new Counter({
    name: 'ledger_commands_total',
    help: 'Commands that were answered, by type and outcome',
    labelNames: ['type', 'outcome'],
    registers,
  })
  const batchCommands = new Histogram({
    name: 'ledger_batch_commands',
    help: 'Commands that one transaction of the log took',
    buckets: BATCH_COMMANDS_BUCKETS,
    registers,
  })
  const events = new Counter({ name: 'ledger_events_appended_total', help: 'Events appended to the log', registers })
  const appendSeconds = new Histogram({
    name: 'ledger_append_seconds',
    help: 'Time of one transaction of the log, by step: lock and load, decide, write and commit',
    labelNames: ['step'],
    buckets: APPEND_SECONDS_BUCKETS,
    registers,
  })
  const throttled = new Counter({
    name: 'ledger_sign_ins_throttled_total',
    help: 'Tries to sign in that were turned away because there were too many',
    registers,
  })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS_BUCKETS,
    registers,
  })

  return {
    observeBatch(report) {
      batchCommands.observe(report.commands)
      events.inc(report.events)
      for (const [step, milliseconds] of Object.entries(report.milliseconds)) {
        appendSeconds.observe({ step }, milliseconds / 1000)
      }
    },
    countCommand: (type, outcome) => commands.inc({ type, outcome }),
    countThrottledSignIn: () => throttled.inc(),
    observeRequest: (labels, seconds) => requests.observe(labels, seconds),
    async renderPage() {
      await Promise.all([readProjections(), readVerifications()])
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

function registerPoolGauges(pools: MetricsSources['pools'], registers: Registry[]): void {
  new Gauge({
    name: 'ledger_pool_connections',
    help: 'Connections to PostgreSQL, open and idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'total' }, pool.totalCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
}

/**
 * Registers the gauges of the projections. One read sets all of them, so that they show the same moment.
 * @returns that read, to be made before each page
 */
function registerProjectionGauges({ db, onlyCompanyId }: MetricsSources, registers: Registry[]): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('ledger_database_up', '1 where PostgreSQL answered this scrape; else nothing is said about the log')
  const companies = gauge('ledger_companies', 'Companies of this installation')
  const position = gauge(
    'ledger_log_position',
    'Position of the last event of the log; of several, events of all',
    'company',
  )
  const lag = gauge(
    'ledger_projection_lag_events',
    'Events that a read model has still to take, where most',
    'projection',
  )
  const stopped = gauge(
    'ledger_projection_stopped',
    'Companies where it stopped before an event it cannot take',
    'projection',
  )

  return async () => {
    const standing = await readProjectionStatus(db).catch(() => undefined)
    up.set(standing ? 1 : 0)
    for (const each of [companies, position, lag, stopped]) each.reset()
    if (!standing) return
    companies.set(standing.companies)
    position.set({ company: onlyCompanyId() ?? 'all' }, standing.events)
    for (const { name: projection, ...at } of standing.projections) {
      lag.set({ projection }, at.lag)
      stopped.set({ projection }, at.stoppedAt)
    }
  }
}

/**
 * Registers the results of the last periodic verifications, from the company with the worst result: the alarm for the
 * person on call.
 */
function registerVerificationGauges({ db }: MetricsSources, registers: Registry[]): () => Promise<void> {
  const labelNames = ['what']
  const ok = new Gauge({
    name: 'ledger_verification_ok',
    help: '1 where the last verification of the whole ledger, or of the read models, found nothing wrong; else 0',
    labelNames,
    registers,
  })
  const at = new Gauge({
    name: 'ledger_verification_timestamp_seconds',
    help: 'When that verification was, in seconds since 1970; of several companies, where it is longest ago',
    labelNames,
    registers,
  })
  return async () => {
    // Where the database is unavailable, `ledger_database_up` reports it, and these gauges are empty.
    const last = await readOverallVerifications(db).catch(() => [])
    for (const each of [ok, at]) each.reset()
    for (const { what, verifiedAt, ok: isOk } of last) {
      ok.set({ what }, isOk ? 1 : 0)
      at.set({ what }, Date.parse(verifiedAt) / 1000)
    }
  }
}
