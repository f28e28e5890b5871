// The parts of `npm run bench`: each measures some rows beside their peers and has its own table, so that each can run
// alone.
import { measureAppends } from './event-store/append-throughput.ts'
import { measureAppendWithStoredKeys } from './event-store/append-with-many-stored-keys.ts'
import { measureEditLogXlsx } from './exports/edit-log-xlsx.ts'
import { measureExpenses } from './http/expense-throughput.ts'
import { measureReads } from './http/read-throughput.ts'
import { benchmarkTable } from './measure/markdown-table.ts'
import { measureProjectionLagRounds } from './read-models/projection-lag.ts'
import { measureRebuilds, measureVerifications, openGrownLedger } from './read-models/rebuild-and-verify.ts'
import type { BenchServer } from './setup/postgres-server.ts'

export interface BenchmarkRun {
  seconds: number
  rounds: number
  /** The length of the log that is read from its first event. */
  events: number
  commit: string
}

/** A table, and the number of runs of which each figure is the median. */
export interface BenchmarkResult {
  table: string
  runs: number
}

type Benchmark = (server: BenchServer, run: BenchmarkRun) => Promise<BenchmarkResult>

/** In the order of the page. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  appends: async (server, run) => ({ table: await measureAppends(server, run), runs: run.rounds }),
  expenses: async (server, run) => ({ table: benchmarkTable(await measureExpenses(server, run)), runs: run.rounds }),
  freshness: async (server, run) => ({
    table: benchmarkTable([await measureProjectionLagRounds(server, run)]),
    runs: run.rounds,
  }),
  pages: async (server, run) => ({ table: benchmarkTable(await measureReads(server, run)), runs: run.rounds }),
  workbook: async ({ folder }, { rounds }) => ({
    table: benchmarkTable(await measureEditLogXlsx(folder, rounds)),
    runs: rounds,
  }),
  rebuild: measureRebuilds,
  verify: measureVerifications,
  keys: measureAppendWithStoredKeys,
}

/**
 * Runs only by its name: it fills a database for minutes, and its result does not vary. Uses 5,000,000 answers, or
 * `--entries`.
 */
export const STORED_KEYS_BENCHMARK = 'keys'

/** Only creates the log of `rebuild` and `verify`; in a kept folder they find it. */
export const LEDGER_ONLY = 'books'

export async function prepareGrownLedger(server: BenchServer, { events }: BenchmarkRun): Promise<void> {
  await openGrownLedger(server, events)
}
