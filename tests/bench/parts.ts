// The parts of `npm run bench`: each measures some rows beside their peers and has its own table, so that each can run
// alone.
import { measureAppends } from './appends.ts'
import { measureEditLogXlsx } from './edit-log-xlsx.ts'
import { measureExpenses } from './expenses.ts'
import { measureFreshnessRounds } from './freshness.ts'
import { measureKeys } from './keys.ts'
import { measureReads } from './reads.ts'
import { grownBooks, measureRebuilds, measureVerifications } from './replay.ts'
import type { BenchServer } from './server.ts'
import { markdown } from './table.ts'

export interface PartRun {
  seconds: number
  rounds: number
  /** The length of the log that is read from its first event. */
  events: number
  commit: string
}

/** A table, and the number of runs of which each figure is the median. */
export interface PartMeasured {
  table: string
  runs: number
}

type Part = (server: BenchServer, run: PartRun) => Promise<PartMeasured>

/** In the order of the page. */
export const PARTS: Readonly<Record<string, Part>> = {
  appends: async (server, run) => ({ table: await measureAppends(server, run), runs: run.rounds }),
  expenses: async (server, run) => ({ table: markdown(await measureExpenses(server, run)), runs: run.rounds }),
  freshness: async (server, run) => ({
    table: markdown([await measureFreshnessRounds(server, run)]),
    runs: run.rounds,
  }),
  pages: async (server, run) => ({ table: markdown(await measureReads(server, run)), runs: run.rounds }),
  workbook: async ({ folder }, { rounds }) => ({
    table: markdown(await measureEditLogXlsx(folder, rounds)),
    runs: rounds,
  }),
  rebuild: measureRebuilds,
  verify: measureVerifications,
  keys: measureKeys,
}

/**
 * Runs only by its name: it fills a database for minutes, and its result does not vary. Uses 5,000,000 answers, or
 * `--entries`.
 */
export const KEYS = 'keys'

/** Only creates the log of `rebuild` and `verify`; in a kept folder they find it. */
export const BOOKS = 'books'

export async function makeBooks(server: BenchServer, { events }: PartRun): Promise<void> {
  await grownBooks(server, events)
}
