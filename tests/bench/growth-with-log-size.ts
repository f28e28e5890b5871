// npm run bench -- growth: the same work on young and on old books (S7).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withServerConnection } from '../environment/database/server-connection.ts'
import { residentBytes } from '../environment/processes/resident-memory.ts'
import { type LoadMeasurement, median } from './measure/closed-loop-load.ts'
import { openFilledLedger, projectToEnd } from './setup/fill-ledger.ts'
import { openInProcessLedger } from './setup/in-process-ledger.ts'
import type { OpenedAccount } from './setup/open-accounts.ts'
import type { BenchServer } from './setup/postgres-server.ts'
import { openProductOverHttp } from './setup/product-over-http.ts'
import { startProduct } from './setup/product-processes.ts'

const IN_FLIGHT = 256
const CONNECTIONS = 64
const GROWTH_GOAL = 0.9
/** In young books every user has a page of this size. */
const FIRST_PAGE_PATH = '/api/site/transactions?limit=25'

/** The costs at one size of the books; the speeds are the median of the rounds. */
interface LedgerSizeFigures {
  entries: number
  appends: LoadMeasurement
  balance: LoadMeasurement
  page: LoadMeasurement
  /** From the start to the first answer of the API and the worker, in milliseconds. */
  startMs: number
  /** The memory of both processes after they have served requests for a while. */
  megabytes: number
  sizes: TableBytes[]
}

/** Bytes for each event of the log, with indexes and without. */
interface TableBytes {
  table: string
  bytes: number
  ofIndexes: number
}

interface LedgerWithAccounts {
  entries: number
  databaseUrl: string
  companyId: string
  mobiles: string[]
  accounts: OpenedAccount[]
}

/**
 * Measures S1, S6, the start, memory and the size of every table at each number of entries, alternating between the
 * sizes in each round.
 */
export async function measureGrowth(
  server: BenchServer,
  sizes: number[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<LedgerSizeFigures[]> {
  const all: LedgerWithAccounts[] = []
  for (const entries of sizes) all.push(await booksWithAccounts(server, entries))
  const runs = new Map(
    sizes.map((entries) => [entries, { reads: [] as LargeLedgerReads[], appends: [] as LoadMeasurement[] }]),
  )
  // The appends come last: afterwards the database vacuums for minutes, on a core that the reads, of other books too,
  // would miss.
  for (let round = 1; round <= rounds; round++)
    for (const books of all)
      runs.get(books.entries)?.reads.push(await measureLargeLedgerReads(books, server.folder, seconds))
  for (let round = 1; round <= rounds; round++)
    for (const books of all) runs.get(books.entries)?.appends.push(await measureLargeLedgerAppends(books, seconds))
  return Promise.all(
    all.map(async ({ entries, databaseUrl }) => {
      const { reads = [], appends = [] } = runs.get(entries) ?? {}
      const faster = (of: LoadMeasurement[]) => median(of, (run) => run.perSecond)
      const middle = (of: 'startMs' | 'megabytes') => median(reads, (run) => run[of])[of]
      return {
        entries,
        appends: faster(appends),
        balance: faster(reads.map(({ balance }) => balance)),
        page: faster(reads.map(({ page }) => page)),
        startMs: middle('startMs'),
        megabytes: middle('megabytes'),
        sizes: await tableSizes(databaseUrl),
      }
    }),
  )
}

/** Opens books, and the ten thousand accounts of S1 in them. */
async function booksWithAccounts(server: BenchServer, entries: number): Promise<LedgerWithAccounts> {
  const { databaseUrl, filled } = await openFilledLedger(server, 'growth', entries)
  const note = join(server.folder, `growth_${entries}_accounts.json`)
  if (!existsSync(note)) {
    const opening = await openInProcessLedger(databaseUrl)
    await opening.close()
    writeFileSync(note, JSON.stringify(opening.accounts))
  }
  return { entries, databaseUrl, ...filled, accounts: JSON.parse(readFileSync(note, 'utf8')) }
}

interface LargeLedgerReads {
  startMs: number
  balance: LoadMeasurement
  page: LoadMeasurement
  megabytes: number
}

async function measureLargeLedgerReads(
  { entries, databaseUrl, mobiles }: LedgerWithAccounts,
  folder: string,
  seconds: number,
): Promise<LargeLedgerReads> {
  const begun = performance.now()
  const product = await startProduct(databaseUrl, folder)
  const startMs = performance.now() - begun
  await product.close()
  const http = await openProductOverHttp(
    databaseUrl,
    folder,
    mobiles.slice(0, CONNECTIONS).map((mobile) => ({ mobile })),
  )
  try {
    await http.measure({ connections: CONNECTIONS, seconds: 2, path: '/api/site/balance' })
    const balance = await http.measure({ connections: CONNECTIONS, seconds, path: '/api/site/balance' })
    const page = await http.measure({ connections: CONNECTIONS, seconds, path: FIRST_PAGE_PATH })
    const megabytes = (residentBytes(http.pids.api) + residentBytes(http.pids.worker)) / 1_000_000
    const rates = [balance, page].map(({ perSecond }) => `${Math.round(perSecond)}/s`).join(', ')
    process.stderr.write(
      `S7 at ${entries}: ${rates}, started in ${Math.round(startMs)} ms, ${Math.round(megabytes)} MB\n`,
    )
    return { startMs, balance, page, megabytes }
  } finally {
    await http.close()
  }
}

async function measureLargeLedgerAppends(
  { entries, databaseUrl, companyId, accounts }: LedgerWithAccounts,
  seconds: number,
): Promise<LoadMeasurement> {
  const inProcess = await openInProcessLedger(databaseUrl, { opened: accounts })
  const appends = await inProcess.measure({ inFlight: IN_FLIGHT, hot: false, seconds })
  await inProcess.close()
  process.stderr.write(`S7 at ${entries}: ${Math.round(appends.perSecond)}/s\n`)
  // The projections catch up, so that the next round does not measure them.
  await projectToEnd(databaseUrl, companyId)
  return appends
}

async function tableSizes(databaseUrl: string): Promise<TableBytes[]> {
  return withServerConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<TableBytes>(`
      SELECT relname AS table, (pg_total_relation_size(oid) / events)::float8 AS bytes, (pg_indexes_size(oid) / events)::float8 AS "ofIndexes"
      FROM pg_class, (SELECT sum(position)::numeric AS events FROM log_heads) log
      WHERE relkind = 'r' AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema') AND pg_total_relation_size(oid) > events
      ORDER BY bytes DESC`)
    return rows
  })
}

/** @param ages the youngest first */
export function growthTable(ages: LedgerSizeFigures[]): string {
  const heads = ages.map(({ entries }) => `at ${entries.toLocaleString('en-US')} entries`)
  const [first, last] = [ages[0], ages.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('Nothing was measured')
  const rate = (what: string, of: (age: LedgerSizeFigures) => LoadMeasurement) => {
    const times = of(last).perSecond / of(first).perSecond
    const figures = ages.map(
      (age) => `${Math.round(of(age).perSecond).toLocaleString('en-US')}/s, p99 ${of(age).p99.toFixed(1)} ms`,
    )
    return [what, ...figures, `${times.toFixed(2)} × (goal ${GROWTH_GOAL}${times >= GROWTH_GOAL ? '' : ', missed'})`]
  }
  const rows = [
    rate(`S1: ${IN_FLIGHT} in flight`, (age) => age.appends),
    rate(`S6: a balance, ${CONNECTIONS} connections`, (age) => age.balance),
    rate('S6: a page of 25 rows', (age) => age.page),
    ['start of API and worker', ...ages.map(({ startMs }) => `${Math.round(startMs)} ms`), ''],
    ['memory of both', ...ages.map(({ megabytes }) => `${Math.round(megabytes)} MB`), ''],
  ]
  const table = [['S7', ...heads, 'old : young'], ['---', ...heads.map(() => '---'), '---'], ...rows]
  const size = ({ table: name, bytes, ofIndexes }: TableBytes) =>
    `${name} ${Math.round(bytes)} (${Math.round(ofIndexes)} of it indexes)`
  return [
    ...table.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Bytes for each event at ${last.entries.toLocaleString('en-US')} entries: ${last.sizes.map(size).join(', ')}.`,
  ].join('\n')
}
