// npm run bench -- web: the web app on a real product (S10): Lighthouse, scrolling through a list of 100,000 rows, and
// exporting the same rows.
import { buildWebIfStale } from '@ledger/launch/build-web.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type MeasuredExport, measureExport } from '../../browser/helpers/measure-export.ts'
import { signInThroughForm } from '../../browser/helpers/sign-in-form.ts'
import { openTabWithoutDebugger, type TabWithoutDebugger } from '../../browser/helpers/tab-without-debugger.ts'
import { launchChromium, provideChromium } from '../../environment/processes/chromium.ts'
import { type GoalTableRow, goalTable } from '../measure/markdown-table.ts'
import { openFilledLedger } from '../setup/fill-ledger.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { BENCH_PASSWORD, startProduct } from '../setup/product-processes.ts'
import { auditPages, auditRows } from './lighthouse.ts'
import {
  flickingThumb,
  mouseWheel,
  type ScreenSize,
  type ScrollInput,
  type ScrollPassage,
  scrollThrough,
} from './list-scrolling.ts'

const GOAL_MEGABYTES = 150
const ADMIN = 'admin@localhost'
const EXPORT_TIMEOUT_MS = 300_000
const FIRST_ROW_MS = 10_000

export interface WebRun {
  /** The minimum length of the field's list; head office's list also has the rows of a few transfers. */
  rows: number
  /** How long a list is scrolled by hand, first down and then up. */
  seconds: number
  rounds: number
}

/** A list, its reader, and the device. */
interface MeasuredList {
  name: string
  door: 'site' | 'admin'
  path: string
  sums: string
  screen: ScreenSize
  isPhone: boolean
  hand(tab: TabWithoutDebugger, screen: ScreenSize): ScrollInput | Promise<ScrollInput>
}

/** The rows of a list: a phone has cards, a desk a table. */
const ROWS = 'main :is([role=listitem], tr[data-entry-index])'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const OFFICE_LIST: MeasuredList = {
  name: "head office's transactions on a desk",
  door: 'admin',
  path: '/admin/all-transactions',
  sums: '/api/admin/transactions/sums',
  screen: DESK,
  isPhone: false,
  hand: mouseWheel,
}
const SITE_LIST: MeasuredList = {
  name: "the field's own on a phone",
  door: 'site',
  path: '/transactions',
  sums: '/api/site/transactions/sums',
  screen: PHONE,
  isPhone: true,
  hand: flickingThumb,
}

/**
 * Measures the web app; `--only lighthouse` and `--only lists` select a part.
 * @returns a table
 */
export async function measureWeb(server: BenchServer, run: WebRun, only: string): Promise<string> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const chromium = provideChromium(say)
  if (chromium === undefined) throw new Error('There is no Chromium, and no way to get one')
  await buildWebIfStale(say)
  const rows: GoalTableRow[] = []
  if ('lighthouse'.includes(only)) rows.push(...(await measurePages(server, chromium, run)))
  if ('lists'.includes(only)) rows.push(...(await measureLists(server, run)))
  if (rows.length === 0) throw new RangeError('--only is one of lighthouse, lists')
  return goalTable('S10', rows)
}

async function measurePages(server: BenchServer, chromium: string, { rounds }: WebRun): Promise<GoalTableRow[]> {
  const product = await startProduct(await server.ledger('web_pages'), server.folder)
  try {
    const audits = await auditPages(product.address, { chromium, folder: server.folder, runs: rounds })
    return auditRows(audits)
  } finally {
    await product.close()
  }
}

async function measureLists(server: BenchServer, run: WebRun): Promise<GoalTableRow[]> {
  // Five of a hundred entries leave no row: edits, deletions and the deleted entries. The first three hundred belong to
  // other accounts.
  const { databaseUrl, filled } = await openFilledLedger(server, 'web', Math.ceil(run.rows * 1.06) + 300, {
    busyEvery: 1,
  })
  const product = await startProduct(databaseUrl, server.folder)
  try {
    const at = { address: product.address, mobile: filled.busy.mobile }
    const cells: GoalTableRow[] = []
    for (const list of [OFFICE_LIST, SITE_LIST])
      cells.push(...(await withBrowser((browser) => measureListScrolling(browser, list, at, run))))
    const exported: MeasuredExport[] = []
    let count = 0
    for (let round = 1; round <= run.rounds; round++)
      await withBrowser(async (browser) => {
        // A service worker that caches the app meanwhile would be counted with the tab.
        const page = await pageOf(browser, { viewport: DESK, serviceWorkers: 'block' })
        count = await openList(page, SITE_LIST, at)
        exported.push(await measureExport(page, EXPORT_TIMEOUT_MS))
        process.stderr.write(`S10 export: ${JSON.stringify({ ...exported.at(-1), texts: '' })}\n`)
      })
    return [...cells, exportRow(exported, count)]
  } finally {
    await product.close()
  }
}

interface AppLocation {
  address: string
  mobile: string
}

async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await launchChromium()
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

async function pageOf(browser: Browser, look: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...look, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  await context.addInitScript(() => localStorage.setItem('language', 'en'))
  return context.newPage()
}

/**
 * Signs in and opens a list.
 * @returns the number of its rows
 */
async function openList(
  page: Page,
  { door, path, sums }: MeasuredList,
  { address, mobile }: AppLocation,
): Promise<number> {
  await signInThroughForm(page, address, door, { name: door === 'admin' ? ADMIN : mobile, password: BENCH_PASSWORD })
  const answer = await page.request.get(new URL(sums, address).href)
  await page.goto(new URL(path, address).href)
  await page.locator(ROWS).first().waitFor()
  return (await answer.json()).count
}

async function measureListScrolling(
  browser: Browser,
  list: MeasuredList,
  at: AppLocation,
  { seconds }: WebRun,
): Promise<GoalTableRow[]> {
  const page = await pageOf(browser, { viewport: list.screen })
  const count = await openList(page, list, at)
  const tab = await openTabWithoutDebugger(page, list)
  // The first page would continue to poll.
  await page.close()
  try {
    await tab.until(`document.querySelector('${ROWS}') !== null`, FIRST_ROW_MS)
    const passages = await scrollThrough({ browser, tab }, await list.hand(tab, list.screen), { count, seconds })
    return passages.map((passage) => ({
      what: `${figure(count)} rows of ${list.name}: ${passage.how}`,
      goal: 'no task over 50 ms',
      ...longTasksText(passage),
      beside: `${passageText(passage)} in ${passage.seconds.toFixed(0)} s; no task had more than ${passage.tasks.busiestMs.toFixed(0)} ms of a processor`,
    }))
  } finally {
    await tab.close()
  }
}

function passageText({ rows }: ScrollPassage): string {
  if (rows.length === 2) return `row ${rows.map((row) => figure(row)).join(' to ')}`
  return `from row ${figure(Math.min(...rows))} to row ${figure(Math.max(...rows))}`
}

function longTasksText({ tasks: { long } }: ScrollPassage): Pick<GoalTableRow, 'measured' | 'isMissed'> {
  const longest = long.toSorted((one, other) => other.ms - one.ms)[0]
  if (longest === undefined) return { measured: 'none', isMissed: false }
  const [ms, busyMs] = [longest.ms.toFixed(0), longest.busyMs.toFixed(0)]
  return { measured: `${long.length}, the longest ${ms} ms, ${busyMs} of them on a processor`, isMissed: true }
}

const figure = (count: number) => count.toLocaleString('en-US')

function exportRow(exported: MeasuredExport[], count: number): GoalTableRow {
  const wrong = exported.find(({ rows }) => rows !== count)
  if (wrong) throw new Error(`The file has ${wrong.rows} rows of ${count}`)
  const peaks = exported.map(({ moreMegabytes }) => Math.round(moreMegabytes.tab))
  const inBrowser = exported.map(({ moreMegabytes }) => Math.round(moreMegabytes.browser))
  const seconds = exported.map(({ seconds }) => seconds.toFixed(1))
  return {
    what: `${figure(count)} rows exported in the browser`,
    goal: `${GOAL_MEGABYTES} MB more in the tab`,
    measured: `${peaks.join(', ')} MB at the peak`,
    isMissed: Math.max(...peaks) > GOAL_MEGABYTES,
    beside: `${inBrowser.join(', ')} MB more in the browser's own process; ${seconds.join(', ')} s`,
  }
}
