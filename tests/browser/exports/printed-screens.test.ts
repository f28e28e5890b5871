import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { recordMonthEnd } from '../../environment/service/month-end.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import { printed } from '../helpers/printed-pages.ts'

/** Screens that are no single list say on paper what they are, and where all rows of their lists are. */

let app: AppInBrowser
let incharge: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar' })
  await recordMonthEnd(app.office, incharge)
})
afterAll(() => app.close())

it('prints both lists of balance details, each with all its rows, and says which file has too many', async () => {
  const page = await app.openPageAs(incharge, '/balance-details')
  await page.getByText('Gopal Sand').waitFor()
  await page.keyboard.press('Control+p')
  await page.locator('.paper table').first().waitFor()
  const [received = '', spent = '', ...more] = await printed(page)
  expect(more).toEqual([])
  for (const text of [received, spent])
    for (const said of ['TestBuilders', `Worker${incharge.mobile}`, 'Upto']) expect(text).toContain(said)
  expect(received).toContain('Moneyreceived')
  expect(received).toContain('900.00')
  expect(spent).toContain('Expensesmade')
  expect(spent.split('10.50')).toHaveLength(4)

  await page.goBack()
  await page.route(/\/api\/site\/ledger\?/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), debits: 5001 } })
  })
  await page.reload()
  await page.getByText(/^5,001 expenses/).waitFor()
  await page.getByRole('button', { name: 'Print', exact: true }).last().click()
  await openToast(page).getByText('“Export Report” downloads all of them.').waitFor()
  await page.close()
})

if (isFullRun)
  it('says below the newest rows on the home of a supervisor where the others are printed', async () => {
    const crew = await hireFieldUser(app.office, 'supervisor', { name: 'Crew Amar' })
    await sendMoneyTo(app.office, incharge, '500')
    await transferMoney(incharge, crew, '400')
    for (const amount of ['11', '12', '13', '14', '15', '16']) await recordExpenseOf(crew, { amount })
    const page = await app.openPageAs(crew, '/supervisor-dashboard')
    await page.getByRole('region', { name: 'My Expenses' }).getByText('₹16', { exact: false }).first().waitFor()
    // The list of what was received is whole.
    expect((await printed(page)).join().split('Thesearethenewestrows.')).toHaveLength(2)
    await page.close()
  })

if (isFullRun)
  it.each([
    ['/admin/reports#budgets', 'Budgets', 'Budgets'],
    ['/admin/ledgers#cashCounts', 'All counts', 'Cashcounts'],
    ['/admin/ledgers#closing', 'Closed up to 31 Jan 2026', 'Closethebooks·Closeupto'],
    ['/admin/audit/time-line', 'Trial balance', 'Timeline'],
  ])('prints %s under the name of the company', async (path, text, head) => {
    const page = await openAdminDashboard(app, { viewport: DESK })
    await page.goto(app.api.origin + path)
    await page.getByText(text).first().waitFor()
    await expect.poll(async () => (await printed(page)).join()).toContain(`TestBuilders·${head}`)
    await page.close()
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
