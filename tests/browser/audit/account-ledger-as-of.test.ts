import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { startTestSigner } from '../../environment/service/checkpoint-signer.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'

/** From the balances at a position to the ledger behind them, as it was then. */

const EMAIL = 'asha@ledger.example'
let app: AppInBrowser
let page: Page
let rajesh: FieldUser
/** Positions: before the account was opened, before the first change, and at the end. */
let [unborn, unchanged, end] = [0, 0, 0]

beforeAll(async () => {
  app = await openAppInBrowser()
  await (await startTestSigner(app.api)).sign()
  unborn = await logEnd(app.api)
  rajesh = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar' })
  await sendMoneyTo(app.office, rajesh, '50000', { date: '2026-04-01' })
  const cement = await recordExpenseOf(rajesh, { amount: '1500', date: '2026-04-02' })
  const diesel = await recordExpenseOf(rajesh, {
    amount: '820.50',
    recipient: 'Indore Petrol Pump',
    date: '2026-04-03',
  })
  unchanged = await logEnd(app.api)
  const change = { ...sampleExpenseBody, amount: '1200', date: '2026-04-02' }
  expect((await rajesh.client.put(`/api/site/transactions/${cement.id}`, change)).status).toBe(200)
  expect((await rajesh.client.delete(`/api/site/transactions/${diesel.id}`)).status).toBe(200)
  await recordExpenseOf(rajesh, { amount: '7', recipient: 'Tea Stall', date: '2026-04-04' })
  end = await logEnd(app.api)
  await hireAuditor(app.office, EMAIL)
  page = await openAdminDashboard(app, { auditor: EMAIL, viewport: DESK })
})
afterAll(() => app.close())

const timeLine = (search: string) => page.goto(`${app.api.origin}/admin/audit/time-line${search}`)

/** Returns the text of each row of a ledger: the other party, its mark, the amount and the balance after it. */
async function rowsOf(ledger: Locator): Promise<string[]> {
  await ledger.getByRole('listitem').first().waitFor()
  return Promise.all(
    (await ledger.getByRole('listitem').all()).map(async (row) => {
      const [who] = await row.locator('p').allInnerTexts()
      const figures = await row.locator('.text-right p').allInnerTexts()
      return [who?.replaceAll(/\s+/g, ' '), ...figures].join(' | ')
    }),
  )
}

it('opens the ledger of an account as of the moment on the time line', async () => {
  await timeLine(`?position=${unchanged}`)
  await page
    .getByRole('row', { name: /Rajesh Patidar/ })
    .getByRole('link')
    .click()
  const ledger = page.getByRole('region', { name: 'Ledger as it was' })
  await expect
    .poll(() => rowsOf(ledger))
    .toEqual([
      'Head Office | +₹50,000 | Balance ₹50,000',
      'Sharma Traders | −₹1,500 | Balance ₹48,500',
      'Indore Petrol Pump | −₹820.50 | Balance ₹47,679.50',
    ])
  await ledger.getByText(`As of event ${unchanged}`).filter({ visible: true }).waitFor()
  await page.getByRole('link', { name: 'Time line' }).last().click()
  await expect.poll(() => page.getByRole('slider').inputValue()).toBe(String(unchanged))
})

if (isFullRun)
  it('lays two moments side by side and marks what is new, was changed, and was deleted since', async () => {
    await timeLine(`?position=${end}&earlier=${unchanged}`)
    await page
      .getByRole('row', { name: /Rajesh Patidar/ })
      .getByRole('link')
      .click()
    const earlier = page.getByRole('region', { name: 'Earlier moment', exact: true })
    const later = page.getByRole('region', { name: 'Later moment', exact: true })
    await expect
      .poll(() => rowsOf(later))
      .toEqual([
        'Head Office | +₹50,000 | Balance ₹50,000',
        'Sharma Traders CHANGED | −₹1,200 | Balance ₹48,800',
        'Tea Stall NEW | −₹7 | Balance ₹48,793',
      ])
    expect((await rowsOf(earlier)).at(-1)).toBe('Indore Petrol Pump DELETED SINCE | −₹820.50 | Balance ₹47,679.50')
    const [left, right] = [await earlier.boundingBox(), await later.boundingBox()]
    expect(left?.y).toBe(right?.y)
    expect(left?.x).toBeLessThan(right?.x ?? 0)
    await later.getByRole('link', { name: 'History: Sharma Traders, −₹1,200' }).click()
    await page.getByRole('article').first().getByText('Changed').waitFor()
    await page.goBack()
    await page.setViewportSize(PHONE)
    await later.waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  })

if (isFullRun)
  it('says that an account did not exist yet, and shows head office and beneficiaries, too', async () => {
    await timeLine('')
    await page
      .getByRole('row', { name: /Head Office/ })
      .getByRole('link')
      .click()
    const ledger = page.getByRole('region', { name: 'Ledger as it was' })
    await expect.poll(() => rowsOf(ledger)).toEqual(['Rajesh Patidar | −₹50,000 | Balance −₹50,000'])
    await page.goBack()
    await page.getByRole('button', { name: /Beneficiaries/ }).click()
    await page
      .getByRole('row', { name: /Sharma Traders/ })
      .getByRole('link')
      .click()
    await expect.poll(() => rowsOf(ledger)).toEqual(['Rajesh Patidar | +₹1,200 | Balance ₹1,200'])
    const { rows } = await app.api.sql.query<{ id: string }>(
      `SELECT account_id AS id FROM account_states WHERE first_name = 'Rajesh'`,
    )
    await page.goto(`${app.api.origin}/admin/audit/time-line/ledger?account=${rows[0]?.id}&position=${unborn}`)
    await page.getByText('This account did not exist yet at this moment').waitFor()
    app.ignoreConsole(/status of 404/)
  })

it('breaks no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
