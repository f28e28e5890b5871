import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import type { BenchmarkResult, BenchmarkRun } from '../benchmark-list.ts'
import { median } from '../measure/closed-loop-load.ts'
import { cpuText, measureWithCpu, ownCpuClock, postgresCpuClock, type WithCpu } from '../measure/cpu-time.ts'
import { benchmarkTable, ratioText } from '../measure/markdown-table.ts'
import { type AppendMeasurement, openInProcessLedger } from '../setup/in-process-ledger.ts'
import type { OpenedAccount } from '../setup/open-accounts.ts'
import type { BenchServer } from '../setup/postgres-server.ts'

const IN_FLIGHT = 256
const STORED_KEYS_GOAL = 0.9
/** The keys of earlier years: the time of the first, and the time between two. */
const FIRST_KEY_MS = Date.parse('2023-11-01')
const KEY_INTERVAL_MS = 18_000

type StoredKeysRun = WithCpu<AppendMeasurement>

interface LedgerWithStoredKeys {
  databaseUrl: string
  opened: OpenedAccount[]
}

/**
 * Measures the part of S7 that the write side looks up by key: S1 with the given number of answers to earlier keys of
 * the app, and without them, in turn. On books from an earlier run the first round begins just after a checkpoint, when
 * the first change of each page writes the whole page to the WAL.
 */
export async function measureAppendWithStoredKeys(
  server: BenchServer,
  { events, ...run }: BenchmarkRun,
): Promise<BenchmarkResult> {
  const young = await openLedgerWithStoredKeys(server, 0)
  const old = await openLedgerWithStoredKeys(server, events)
  const clocks = { Node: ownCpuClock, PostgreSQL: postgresCpuClock(server.pid) }
  const runs: Record<'young' | 'old', StoredKeysRun[]> = { young: [], old: [] }
  for (let round = 1; round <= run.rounds; round++)
    for (const [name, { databaseUrl, opened }] of [['young', young] as const, ['old', old] as const]) {
      const inProcess = await openInProcessLedger(databaseUrl, { opened })
      const measured = await measureWithCpu(clocks, () =>
        inProcess.measure({ inFlight: IN_FLIGHT, hot: false, seconds: run.seconds }),
      )
      await inProcess.close()
      process.stderr.write(`S7 ${name}: ${Math.round(measured.perSecond)}/s, ${cpuText(measured.cpu)}\n`)
      runs[name].push(measured)
    }
  const [without, beside] = [medianStoredKeysRun(runs.young), medianStoredKeysRun(runs.old)]
  const table = benchmarkTable([
    { name: `S1: ${IN_FLIGHT} in flight, no answers of earlier keys`, ...without, against: cpuText(without.cpu) },
    {
      name: `S7: the same beside ${events.toLocaleString('en-US')} answers`,
      ...beside,
      against: `${ratioText(beside.perSecond, { name: 'without', perSecond: without.perSecond }, STORED_KEYS_GOAL)}, ${cpuText(beside.cpu)}`,
    },
  ])
  return { table, runs: run.rounds }
}

const medianStoredKeysRun = (runs: StoredKeysRun[]) => median(runs, (run) => run.perSecond)

/**
 * Opens a ledger with the given number of answers, each as long as that of an expense; in a kept folder they stay for
 * later runs.
 */
async function openLedgerWithStoredKeys(server: BenchServer, answers: number): Promise<LedgerWithStoredKeys> {
  const name = `answers_${answers}`
  const note = join(server.folder, `${name}.json`)
  if (existsSync(note))
    return { databaseUrl: await server.ledger(name, true), opened: JSON.parse(readFileSync(note, 'utf8')) }
  const databaseUrl = await server.ledger(name)
  const inProcess = await openInProcessLedger(databaseUrl)
  await inProcess.measure({ inFlight: IN_FLIGHT, hot: false, seconds: 1 })
  await inProcess.close()
  await withServerConnection(server.address(name), async (client) => {
    // Sorted, and built at once, as it would be after growing.
    await client.query('ALTER TABLE answers DROP CONSTRAINT answers_pkey')
    await client.query(
      `INSERT INTO answers
       SELECT company_id, decode(lpad(to_hex(${FIRST_KEY_MS} + n * ${KEY_INTERVAL_MS}::bigint), 12, '0'), 'hex') || substring(sha256(int4send(n)) FOR 26), body_digest, status, body, answered_at
       FROM (SELECT * FROM answers LIMIT 1) AS one, generate_series(1, $1::int) AS n`,
      [answers],
    )
    await client.query('ALTER TABLE answers ADD PRIMARY KEY (company_id, key_digest)')
    await client.query('VACUUM ANALYZE')
  })
  writeFileSync(note, JSON.stringify(inProcess.accounts))
  return { databaseUrl, opened: inProcess.accounts }
}
