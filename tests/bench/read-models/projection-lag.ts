import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { Latencies, type LoadMeasurement, median } from '../measure/closed-loop-load.ts'
import { type BenchmarkRow, upperGoalText } from '../measure/markdown-table.ts'
import { openInProcessLedger, type RecordedExpense } from '../setup/in-process-ledger.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { startBenchProcess } from '../setup/start-bench-process.ts'
import { waitForReadModels } from '../setup/wait-for-read-models.ts'

const LAG_COMMANDS_PER_SECOND = 2000
/** Commands are sent in groups at this interval, because a timer for each command would itself be load. */
const TICK_MS = 5
const LAG_POLL_MS = 1
/** A prepared statement without a query builder, because hundreds of polls a second use the same cores. */
const CHECKPOINTS_STATEMENT = {
  name: 'look',
  text: 'SELECT company_id, min(position) AS seen FROM checkpoints WHERE company_id = ANY ($1::uuid[]) GROUP BY company_id',
}

/** Returns S4 as a row of the table, each round in a new database: the run with the median p99. */
export async function measureProjectionLagRounds(
  { ledger, folder }: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<BenchmarkRow> {
  const runs: LoadMeasurement[] = []
  for (let round = 1; round <= rounds; round++) {
    const run = await measureProjectionLag(await ledger('fresh'), folder, seconds)
    process.stderr.write(`S4: p50 ${run.p50.toFixed(1)} ms, p99 ${run.p99.toFixed(1)} ms\n`)
    runs.push(run)
  }
  const middle = median(runs, (run) => -run.p99)
  return {
    name: 'S4: from an answer to its row in every read model, at 2,000 commands a second',
    ...middle,
    against: upperGoalText('p99', middle.p99, 20, 'ms'),
  }
}

/**
 * Measures S4: the time from an answer to its row in every read model, at 2,000 commands a second, with the projection
 * worker in its own process. It polls the checkpoint of the slowest projection about every millisecond.
 */
export async function measureProjectionLag(
  databaseUrl: string,
  folder: string,
  seconds: number,
  open: (databaseUrl: string) => Promise<{ recordOneExpense(): Promise<RecordedExpense>; close(): Promise<void> }> = (
    url,
  ) => openInProcessLedger(url, { announces: true }),
): Promise<LoadMeasurement> {
  const inProcess = await open(databaseUrl)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, EMBEDDED_POSTGRES: '1' }
  const worker = await startBenchProcess('projections/main.ts', env, join(folder, 'freshness.log'))
  const fail = (error: Error) => {
    throw error
  }
  const pool = connectPool(databaseUrl, { name: 'bench looks', max: 1, onError: fail })
  const db = kyselyOverPool(pool)
  /** By company, each in the order of its log. */
  const waiting = new Map<string, { position: number; answeredAt: number }[]>()
  const latencies = new Latencies()
  let over = false

  async function send(): Promise<void> {
    const [begun, from] = [performance.now(), performance.now() + 2000]
    const until = from + seconds * 1000
    for (let sent = 0; performance.now() < until; ) {
      const due = Math.floor(((performance.now() - begun) / 1000) * LAG_COMMANDS_PER_SECOND)
      for (; sent < due; sent++) {
        inProcess.recordOneExpense().then(({ companyId, position }) => {
          const answeredAt = performance.now()
          const own = waiting.get(companyId) ?? []
          waiting.set(companyId, own)
          if (answeredAt > from) own.push({ position, answeredAt })
        }, fail)
      }
      await sleep(TICK_MS)
    }
  }

  async function look(): Promise<void> {
    for (;;) {
      const { rows } = await pool.query<{ company_id: string; seen: number }>({
        ...CHECKPOINTS_STATEMENT,
        values: [[...waiting.keys()]],
      })
      const now = performance.now()
      for (const { company_id: companyId, seen } of rows) {
        const own = waiting.get(companyId) ?? []
        while (own[0] !== undefined && own[0].position <= seen)
          latencies.add(Math.max(0, now - (own.shift()?.answeredAt ?? now)))
      }
      if (over && [...waiting.values()].every((own) => own.length === 0)) return
      await sleep(LAG_POLL_MS)
    }
  }

  try {
    // Opening the accounts is not part of the load.
    await waitForReadModels(db)
    const looking = look()
    await send()
    over = true
    await looking
  } finally {
    await worker.stop()
    await inProcess.close()
    await pool.end()
  }
  return latencies.over(seconds)
}
