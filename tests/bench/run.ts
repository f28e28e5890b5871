// npm run bench: measures the speed beside the peers (S1 to S9 of docs/performance.md). --only <part>: one part of it
// (tests/bench/benchmark-list.ts), such as `--only rebuild`; --quick: shorter and coarser; --write: writes each table
// into docs/performance-details.md, from which the figures of docs/performance.md are copied by hand; --rounds <n>,
// --seconds <n>, --entries <n>: the number of rounds, their length, the length of the log. --keep <folder>: the logs
// and books created there stay for the next run. `npm run bench -- reads`: every GET at 10,000 and at 1,500,000
// entries; --only <text>: those GETs; --entries <n>: at this size. `npm run bench -- follow`: a thousand accounts with
// open streams. `npm run bench -- month-end`: the seal and the files of large books, with --keep and --entries as
// above. `npm run bench -- growth`: the same work on young and on old books, with --keep and --entries as above.
// `npm run bench -- companies`: one, some and many companies on one installation; --only writing, many, memory,
// nights, noisy: one part, or several (--only many,memory). `npm run bench -- web`: the web app (S10); --only
// lighthouse, --only lists: one half of it; --entries <n>: lists with this many rows.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BENCHMARKS, LEDGER_ONLY, prepareGrownLedger, STORED_KEYS_BENCHMARK } from './benchmark-list.ts'
import { measureCompanies } from './companies/company-benchmarks.ts'
import { measureMonthEnd } from './exports/month-end.ts'
import { growthTable, measureGrowth } from './growth-with-log-size.ts'
import { changeFeedStreamsTable, measureChangeFeedStreams } from './http/change-feed-streams.ts'
import { type MeasuredRead, measureEveryGet, readsTable } from './http/every-get-on-large-ledger.ts'
import { type BenchServer, startBenchServer } from './setup/postgres-server.ts'
import { measureWeb } from './web/web-app.ts'

/** `--quick` uses a tenth of the larger size. */
const EVERY_GET_LEDGER_SIZES = { few: 10_000, many: 1_500_000 }
/** The page that has a place for every table, between two marks. */
const PERFORMANCE_PAGE = join(import.meta.dirname, '../../docs/performance-details.md')
const LARGEST_LEDGER_EVENTS = 5_000_000
/** The length of the log that is rebuilt from and verified. */
const REPLAYED_EVENTS = { quick: 100_000, full: 1_000_000 }
/** The rows of the lists that are scrolled. */
const WEB_LIST_ROWS = { quick: 5_000, full: 100_000 }
const { values: given, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
    entries: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
  allowPositionals: true,
})
const kind =
  (['reads', 'follow', 'month-end', 'growth', 'companies', 'web'] as const).find((name) =>
    positionals.includes(name),
  ) ?? 'bench'

const seconds = Number(given.seconds ?? (given.quick ? 4 : 8))
/**
 * Each figure is the median of this many runs, alternating between peers and ours, so that a noisy moment affects all
 * of them.
 */
const rounds = Number(given.rounds ?? (given.quick ? 1 : 3))
const isFull = !given.quick && given.seconds === undefined && given.entries === undefined

const loadBefore = loadavg()[0] ?? 0
const begun = performance.now()
const server = await startBenchServer(given.keep)
let report: string
const kinds = {
  bench: everyPart,
  reads: everyRead,
  follow: everyStream,
  'month-end': monthEnd,
  growth: everyAge,
  companies: everyCompany,
  web: everyScreen,
}
try {
  report = await kinds[kind](server)
} finally {
  await server.stop()
}
process.stdout.write(`\n${report}\n`)
if (given.write && kind !== 'bench' && kind !== 'companies') writeInto(PERFORMANCE_PAGE, kind, report)

/**
 * Each part has its own table and its own line about when and where it ran, so that each can be measured again alone.
 */
async function everyPart(server: BenchServer): Promise<string> {
  const usual =
    given.only === STORED_KEYS_BENCHMARK
      ? LARGEST_LEDGER_EVENTS
      : given.quick
        ? REPLAYED_EVENTS.quick
        : REPLAYED_EVENTS.full
  const events = Number(given.entries?.[0] ?? usual)
  const run = { seconds, rounds, events, commit: commit() }
  if (given.only === LEDGER_ONLY) await prepareGrownLedger(server, run)
  const names = Object.keys(BENCHMARKS).filter((name) =>
    given.only === '' ? name !== STORED_KEYS_BENCHMARK : given.only === name,
  )
  if (names.length === 0 && given.only !== LEDGER_ONLY)
    throw new RangeError(`--only is one of ${[...Object.keys(BENCHMARKS), LEDGER_ONLY].join(', ')}`)
  const tables: string[] = []
  for (const name of names) {
    const begun = performance.now()
    const measured = await BENCHMARKS[name]?.(server, run)
    if (!measured) continue
    const table = `${circumstances(server.version, begun)}, median of ${measured.runs}.${machineLoadText()}\n\n${measured.table}`
    if (given.write) writeInto(PERFORMANCE_PAGE, `bench ${name}`, table)
    tables.push(table)
  }
  return tables.join('\n\n')
}

/** In a kept folder, sizes can be measured one after the other: the table has the latest measurement of each. */
async function everyRead(server: BenchServer): Promise<string> {
  const sizes = given.entries?.map(Number) ?? [
    EVERY_GET_LEDGER_SIZES.few,
    given.quick ? EVERY_GET_LEDGER_SIZES.many / 10 : EVERY_GET_LEDGER_SIZES.many,
  ]
  const note = join(server.folder, 'measured.json')
  const measured: Record<string, MeasuredRead[]> =
    given.only === '' && existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {}
  for (const size of sizes) measured[size] = await measureEveryGet(server, size, given.only)
  if (given.only === '') writeFileSync(note, JSON.stringify(measured))
  const all = Object.keys(measured).map(Number)
  return `${circumstances(server.version)}.${machineLoadText()}\n\n${readsTable(all, Object.values(measured))}`
}

async function everyStream(server: BenchServer): Promise<string> {
  const costs = await measureChangeFeedStreams(server, given.quick ? 5 : 20)
  return `${circumstances(server.version)}.${machineLoadText()}\n\n${changeFeedStreamsTable(costs)}`
}

async function monthEnd(server: BenchServer): Promise<string> {
  const usual = given.quick ? EVERY_GET_LEDGER_SIZES.many / 10 : EVERY_GET_LEDGER_SIZES.many
  const table = await measureMonthEnd(server, Number(given.entries?.[0] ?? usual))
  return `${circumstances(server.version)}.${machineLoadText()}\n\n${table}`
}

async function everyAge(server: BenchServer): Promise<string> {
  const sizes = given.entries?.map(Number) ?? [
    EVERY_GET_LEDGER_SIZES.few,
    given.quick ? LARGEST_LEDGER_EVENTS / 10 : LARGEST_LEDGER_EVENTS,
  ]
  const ages = await measureGrowth(server, sizes, { seconds, rounds })
  return `${circumstances(server.version)}.${machineLoadText()}\n\n${growthTable(ages)}`
}

/** Each part has its own table, as in everyPart. */
async function everyCompany(server: BenchServer): Promise<string> {
  const tables: string[] = []
  let begun = performance.now()
  for await (const { name, table: measured } of measureCompanies(server, { seconds, rounds }, given.only)) {
    const table = `${circumstances(server.version, begun)}.${machineLoadText()}\n\n${measured}`
    if (given.write) writeInto(PERFORMANCE_PAGE, `companies ${name}`, table)
    tables.push(table)
    begun = performance.now()
  }
  return tables.join('\n\n')
}

async function everyScreen(server: BenchServer): Promise<string> {
  const rows = Number(given.entries?.[0] ?? (given.quick ? WEB_LIST_ROWS.quick : WEB_LIST_ROWS.full))
  const table = await measureWeb(server, { rows, seconds: given.quick ? 10 : 60, rounds }, given.only)
  return `${circumstances(server.version)}.${machineLoadText()}\n\n${table}`
}

/** Returns when, where and how long the benchmark ran. */
function circumstances(version: string, from = begun): string {
  const [cpu] = cpus()
  const load = Math.max(loadBefore, loadavg()[0] ?? 0)
  const kindOfRun = given.quick ? 'quick' : isFull ? 'full' : 'short'
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit()}, ${cpus().length} cores (${cpu?.model.trim()}), Node ${process.version}, PostgreSQL ${version}, load up to ${load.toFixed(1)}, ${kindOfRun} run of ${Math.round((performance.now() - from) / 1000)} s`
}

/** Returns a warning if the machine was busy before the benchmark began. */
function machineLoadText(): string {
  return loadBefore > 0.5
    ? ` The machine was busy before it began (load ${loadBefore.toFixed(1)}): figures and ratios are noisy (a peer of 32 processes then gets more of the cores than ours of two).`
    : ''
}

function commit(): string {
  const args = ['rev-parse', '--short', 'HEAD']
  return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
}

/** Replaces the text between the two marks of a name. */
function writeInto(file: string, name: string, table: string): void {
  const text = readFileSync(file, 'utf8')
  const marked = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!marked.test(text)) throw new Error(`${file} has no place for the table`)
  writeFileSync(
    file,
    text.replace(marked, (_, from: string, to: string) => `${from}\n${table}\n\n${to}`),
  )
}
