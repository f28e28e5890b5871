// npm run bench -- month-end: large books are closed and sealed while expenses are recorded, and their files are made.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { dayAfter, dayOf, daysBefore } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { processTreeMemory } from '../../environment/processes/process-tree-memory.ts'
import { Latencies } from '../measure/closed-loop-load.ts'
import { type GoalTableRow, goalTable } from '../measure/markdown-table.ts'
import { type FilledLedger, openFilledLedger } from '../setup/fill-ledger.ts'
import { BENCH_BENEFICIARY_NAMES, BENCH_EXPENSE_DETAILS } from '../setup/in-process-ledger.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { type Product, signInForCookie, startProduct } from '../setup/product-processes.ts'

const BENEFICIARIES = 10_000
const GOALS = { sealSeconds: 60, fileSeconds: 60, fileMegabytes: 150, writeP99Ms: 100 }
/** Expenses are recorded at this distance, one after the other. */
const WRITE_EVERY_MS = 20
const QUIET_WRITES_MS = 10_000
const MEMORY_EVERY_MS = 500
const DAYS_LEFT_OPEN = 40

/** The signed-in office and a phone of the books, and the process of the API. */
interface Bench {
  address: string
  apiPid: number
  office: string
  field: string
}

/** Closes the books of a company with this number of entries, and makes the files of its largest account. */
export async function measureMonthEnd(server: BenchServer, entries: number): Promise<string> {
  const shape = { beneficiaries: BENEFICIARIES }
  const { databaseUrl, filled } = await openFilledLedger(server, 'closing', entries, shape)
  const product = await startProduct(databaseUrl, server.folder)
  try {
    return goalTable('month end', await measureRows(await signInBoth(product, filled), filled, entries))
  } finally {
    await product.close()
  }
}

async function signInBoth({ address, pids }: Product, filled: FilledLedger): Promise<Bench> {
  if (pids.api === undefined) throw new Error('The API does not run')
  const field = await signInForCookie(address, 'site', { mobile: filled.other.mobile })
  const office = await signInForCookie(address, 'admin', { email: 'admin@localhost' })
  return { address, apiPid: pids.api, office, field }
}

async function measureRows(bench: Bench, filled: FilledLedger, entries: number): Promise<GoalTableRow[]> {
  const quiet = await writesDuring(bench, () => wait(QUIET_WRITES_MS))
  const upTo = await nextDayToClose(bench)
  const memory = peakOfJobs(bench.apiPid)
  const begun = performance.now()
  const sealing = await writesDuring(bench, () => closeAndSeal(bench, upTo))
  const seconds = (performance.now() - begun) / 1000
  const rows: GoalTableRow[] = [
    {
      what: `${sealing.result.toLocaleString('en-US')} accounts of ${entries.toLocaleString('en-US')} entries sealed`,
      goal: `${GOALS.sealSeconds} s`,
      measured: `${seconds.toFixed(1)} s`,
      isMissed: seconds > GOALS.sealSeconds,
      beside: `the process that folds takes ${megabytes(memory.end())} MB`,
    },
    {
      what: 'an expense recorded meanwhile, p99',
      goal: `${GOALS.writeP99Ms} ms`,
      measured: `${sealing.p99.toFixed(0)} ms`,
      isMissed: sealing.p99 > GOALS.writeP99Ms,
      beside: `p50 ${sealing.p50.toFixed(0)} ms; without a seal ${quiet.p50.toFixed(0)} and ${quiet.p99.toFixed(0)} ms`,
    },
  ]
  const account = publicIdFor('site_incharge', filled.busy.mobile)
  const formats = ['pdf', 'xlsx', 'csv']
  const files = [
    ...formats.map((format) => ({
      what: `statement of the largest account, ${format}`,
      path: `/api/admin/statement/file?account=${account}&to=${upTo}&format=${format}&language=hi`,
    })),
    {
      what: 'day book of the company, three months, pdf',
      path: `/api/admin/statement/file?from=${daysBefore(upTo, 90)}&to=${upTo}&format=pdf&language=hi`,
    },
    {
      what: 'cash book of the company, all days, pdf',
      path: `/api/admin/cash-book/file?account=company&to=${upTo}&format=pdf&language=en`,
    },
    {
      what: 'Tally file, a month',
      path: `/api/admin/tally?format=xml&from=${daysBefore(upTo, 30)}&to=${upTo}`,
    },
  ]
  for (const file of files) rows.push(await measureFile(bench, file))
  return rows
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)

/**
 * Returns a day that is not closed. In a kept folder a run before has closed the books, and may have left before they
 * were sealed.
 */
async function nextDayToClose({ address, office }: Bench): Promise<string> {
  for (;;) {
    const asking = fetch(`${address}/api/admin/books?upTo=2000-01-01`, { headers: { cookie: office } })
    const { closedUpTo, closings } = ROUTES.books.answer.parse(await answerOf(asking))
    if (closings.every(({ root, reopened }) => root !== null || reopened !== null))
      return closedUpTo ? dayAfter(closedUpTo) : daysBefore(dayOf(new Date().toISOString()), DAYS_LEFT_OPEN)
    await wait(1000)
  }
}

/** Returns the number of sealed accounts, once they are. */
async function closeAndSeal({ address, office }: Bench, upTo: string): Promise<number> {
  const headers = { cookie: office, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  for (;;) {
    const closing = fetch(`${address}/api/admin/books/close`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ upTo }),
    })
    const { accounts } = await answerOf(closing)
    if (typeof accounts === 'number') return accounts
  }
}

/** Records expenses while the work goes on. */
async function writesDuring<Result>(
  { address, field }: Bench,
  work: () => Promise<Result>,
): Promise<{ result: Result; p50: number; p99: number }> {
  const latencies = new Latencies()
  const running = { isOver: false }
  async function write(): Promise<void> {
    while (!running.isOver) {
      const from = performance.now()
      await recordExpense(address, field)
      latencies.add(performance.now() - from)
      await wait(WRITE_EVERY_MS)
    }
  }
  const writing = write()
  const result = await work().finally(() => {
    running.isOver = true
  })
  await writing
  return { result, ...latencies.over(1) }
}

async function recordExpense(address: string, cookie: string): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const [recipient] = BENCH_BENEFICIARY_NAMES
  const body = JSON.stringify({ type: 'debit', amount: '125.50', recipient, ...BENCH_EXPENSE_DETAILS })
  await answerOf(fetch(`${address}/api/site/transactions`, { method: 'POST', headers, body }))
}

async function measureFile(bench: Bench, { what, path }: { what: string; path: string }): Promise<GoalTableRow> {
  // A process that waits for the next job has the memory of its last one.
  while (processTreeMemory(bench.apiPid).length > 1) await wait(1000)
  const memory = peakOfJobs(bench.apiPid)
  const begun = performance.now()
  const response = await fetch(`${bench.address}${path}`, { headers: { cookie: bench.office } })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  const seconds = (performance.now() - begun) / 1000
  const peak = megabytes(memory.end())
  process.stderr.write(`${what}: ${seconds.toFixed(1)} s, ${peak} MB\n`)
  return {
    what,
    goal: `${GOALS.fileSeconds} s, ${GOALS.fileMegabytes} MB`,
    measured: `${seconds.toFixed(1)} s, ${peak} MB`,
    isMissed: seconds > GOALS.fileSeconds || peak > GOALS.fileMegabytes,
    beside: `${(bytes / 1_000_000).toFixed(1)} MB of file`,
  }
}

/** Watches the largest process that the API started, until `end`, which returns its memory (PSS) at most, in bytes. */
function peakOfJobs(apiPid: number): { end(): number } {
  let peak = 0
  const timer = setInterval(() => {
    for (const { pid, proportional } of processTreeMemory(apiPid))
      if (pid !== apiPid) peak = Math.max(peak, proportional)
  }, MEMORY_EVERY_MS)
  return {
    end() {
      clearInterval(timer)
      return peak
    },
  }
}

async function answerOf(asking: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await asking
  const body = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}: ${JSON.stringify(body)}`)
  return body
}
