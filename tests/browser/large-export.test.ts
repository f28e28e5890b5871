import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { ROUTES } from '@ledger/contracts/routes.ts'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf } from '../environment/client.ts'
import { fund, hire, type Worker } from '../environment/people.ts'
import { DESK, type FieldApp, openFieldApp } from './field-app.ts'

/** A list of many pages as a file: nothing missing, nothing twice, and the tab holds little of it. EXPORT_ROWS=100000 measures it (S10). */

const ROWS = Number(process.env.EXPORT_ROWS ?? 3500)
const MOST_MEGABYTES = 150
const TIMEOUT = 60_000 + 4 * ROWS

let app: FieldApp
let worker: Worker

beforeAll(async () => {
  app = await openFieldApp()
  worker = await hire(app.office, 'site_incharge', { name: 'Many Bills' })
  await fund(app.office, worker, '1')
  await spendOften(ROWS - 1)
}, TIMEOUT)
afterAll(() => app.close())

/** Straight into the log: over HTTP it would take minutes. */
async function spendOften(count: number): Promise<void> {
  const { service, sql } = app.api
  const { rows } = await sql.query('SELECT account_id FROM contacts WHERE mobile = $1', [worker.mobile])
  const { account_id: account } = rows[0]
  const spend = async (bill: number) => {
    const now = new Date().toISOString()
    const details = { paise: 100 + bill, date: now, purpose: 'Cement', paymentMode: 'cash', narration: `Bill ${bill}` }
    const { status } = await service.log.submit({
      command: {
        type: 'RecordExpense',
        transaction: randomUUIDv7(),
        beneficiary: `Shri Ganesh Traders ${bill % 200}`,
        details: { ...details, paymentMode: 'cash' },
        by: { account, epoch: 1 },
        now,
      },
      meta: {},
      answer: () => ({ status: 201, body: '' }),
    })
    expect(status).toBe(201)
  }
  for (let first = 0; first < count; first += 500)
    await Promise.all(Array.from({ length: Math.min(500, count - first) }, (_, index) => spend(first + index)))
}

/** What the tab's processes have in memory, and the browser's own, where Blobs lie; bytes. */
async function memoryOf(page: Page): Promise<{ tab: number; browser: number }> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const sum = (type: string) =>
    processInfo.filter((one) => one.type === type).reduce((bytes, { id }) => bytes + residentBytes(id), 0)
  return { tab: sum('renderer'), browser: sum('browser') }
}

function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

it(`exports ${ROWS} rows whole, and holds no more of them in the tab than a page`, { timeout: TIMEOUT }, async () => {
  const listed = async () => {
    const reply = await worker.client.get('/api/site/transactions/sums')
    return bodyOf(reply, 200, ROUTES.siteTransactionSums.answer).count
  }
  await expect.poll(listed, { timeout: TIMEOUT }).toBe(ROWS)
  const page = await app.at(worker, '/transactions', { viewport: DESK })
  await page.getByText(`${ROWS.toLocaleString('en-IN')} transactions`).waitFor()
  const before = await memoryOf(page)
  const peak = { ...before }
  const begun = performance.now()
  const waiting = page.waitForEvent('download', { timeout: TIMEOUT })
  await page.getByRole('button', { name: 'Export' }).click()
  let isDone = false
  void waiting.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const now = await memoryOf(page)
    peak.tab = Math.max(peak.tab, now.tab)
    peak.browser = Math.max(peak.browser, now.browser)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const file = await waiting
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const bytes = await readFile(await file.path())
  const parts = unzipSync(bytes)
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const texts = strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array())
  // The head, the rows, and the SUMMARY with its blank row and two sums.
  expect(sheet.match(/<row /g)).toHaveLength(1 + ROWS + 4)
  const bills = Array.from(texts.matchAll(/>Bill (\d+)</g), ([, bill]) => Number(bill))
  expect(new Set(bills).size).toBe(ROWS - 1)
  const more = (now: number, then: number) => Math.round((now - then) / 1_000_000)
  const figures = { tab: more(peak.tab, before.tab), browser: more(peak.browser, before.browser) }
  if (process.env.EXPORT_ROWS !== undefined)
    process.stderr.write(
      `${ROWS} rows in ${seconds} s, ${bytes.length} bytes, MB more in the tab ${figures.tab}, in the browser ${figures.browser}\n`,
    )
  expect(figures.tab).toBeLessThan(MOST_MEGABYTES)
  await page.close()
})

it('said nothing on the console', () => {
  expect(app.said).toEqual([])
})
