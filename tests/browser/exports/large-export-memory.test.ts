import { randomUUIDv7 } from 'node:crypto'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody } from '../../environment/network/http-client.ts'
import { type FieldUser, hireFieldUser, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, DESK, openAppInBrowser } from '../helpers/app-in-browser.ts'
import { measureExport } from '../helpers/measure-export.ts'

/**
 * Exports a list of many pages as a file: no row is missing or repeated, and the tab holds only a small part of it.
 * EXPORT_ROWS=100000 measures it (S10).
 */

const ROWS = Number(process.env.EXPORT_ROWS ?? 3500)
const MOST_MEGABYTES = 150
const TIMEOUT = 60_000 + 4 * ROWS

let app: AppInBrowser
let worker: FieldUser

beforeAll(async () => {
  app = await openAppInBrowser({ hasOwnBrowser: true })
  worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Many Bills' })
  await sendMoneyTo(app.office, worker, '1')
  await spendOften(ROWS - 1)
}, TIMEOUT)
afterAll(() => app.close())

/** Appends directly to the log, because HTTP would take minutes. */
async function spendOften(count: number): Promise<void> {
  const { company, sql } = app.api
  const { rows } = await sql.query('SELECT account_id FROM contacts WHERE mobile = $1', [worker.mobile])
  const { account_id: account } = rows[0]
  const spend = async (bill: number) => {
    const now = new Date().toISOString()
    const details = { paise: 100 + bill, date: now, purpose: 'Cement', paymentMode: 'cash', narration: `Bill ${bill}` }
    const { status } = await company.log.submit({
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

it(`exports ${ROWS} rows whole, and holds no more of them in the tab than a page`, { timeout: TIMEOUT }, async () => {
  const listed = async () => {
    const reply = await worker.client.get('/api/site/transactions/sums')
    return expectBody(reply, 200, ROUTES.siteTransactionSums.answer).count
  }
  await expect.poll(listed, { timeout: TIMEOUT }).toBe(ROWS)
  const page = await app.openPageAs(worker, '/transactions', { viewport: DESK })
  await page.getByText(`${ROWS.toLocaleString('en-IN')} transactions`).waitFor()
  const { rows, texts, bytes, seconds, moreMegabytes } = await measureExport(page, TIMEOUT)
  expect(rows).toBe(ROWS)
  const bills = Array.from(texts.matchAll(/>Bill (\d+)</g), ([, bill]) => Number(bill))
  expect(new Set(bills).size).toBe(ROWS - 1)
  if (process.env.EXPORT_ROWS !== undefined)
    process.stderr.write(
      `${ROWS} rows in ${seconds.toFixed(1)} s, ${bytes} bytes, MB more in the tab ${moreMegabytes.tab.toFixed()}, in the browser ${moreMegabytes.browser.toFixed()}\n`,
    )
  expect(moreMegabytes.tab).toBeLessThan(MOST_MEGABYTES)
  await page.close()
})

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
