import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, DESK, holdListAnswers, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import { waitUntilLoaded } from '../helpers/layout-and-accessibility.ts'

let app: AppInBrowser
let busy: FieldUser
/** More than two pages of the server (200 rows each). */
const EXPENSES = 430

beforeAll(async () => {
  app = await openAppInBrowser()
  busy = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, busy, '100000')
  await sendMoneyTo(app.office, busy, '500.50')
  const numbers = Array.from({ length: EXPENSES }, (_, index) => index)
  await Promise.all(
    numbers.map((number) =>
      recordExpenseOf(busy, {
        amount: '10',
        recipient: number === 7 ? 'Kamal Hardware' : 'Sharma Traders',
        narration: `Bill ${number}`,
        date: number < 10 ? '2026-01-05' : '2026-02-10',
      }),
    ),
  )
})
afterAll(() => app.close())

const rows = 'main [role=listitem]'
/** Returns the position in the list of the last drawn row. */
const lastDrawn = async (page: Page) => Number(await page.locator(rows).last().getAttribute('aria-posinset'))
/**
 * Scrolls to the end of the loaded rows.
 * @returns the position of the last row drawn there
 */
async function toEnd(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  return lastDrawn(page)
}

it('shows five rows and leads on to all of them, page after page as one scrolls', async () => {
  const page = await app.openSignedInPage(busy.mobile)
  await page.getByText(`5 of ${EXPENSES + 2}`, { exact: true }).waitFor()
  await expect.poll(() => page.locator('main li').count()).toBe(5)
  await page.getByRole('link', { name: 'All Transactions' }).click()
  await page.locator(rows).first().waitFor()
  await expect.poll(() => toEnd(page), { timeout: 20_000 }).toBe(EXPENSES + 2)
  // Only rows near the view are drawn.
  await expect.poll(() => page.locator(rows).count()).toBeLessThan(60)
  await page.close()
})

if (isFullRun)
  it('brings what follows, too, to whoever reaches the end while the list is read again', async () => {
    const page = await app.openPageAs(busy, '/transactions')
    await page.locator(rows).first().waitFor()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    let asked = 0
    const firstPage = ({ pathname, search }: URL) => pathname === '/api/site/transactions' && search === ''
    await page.route(firstPage, async (route) => {
      asked += 1
      await held
      await route.continue()
    })
    // The user returns to the app, so the list is read again.
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => asked).toBeGreaterThan(0)
    await expect.poll(() => toEnd(page)).toBe(200)
    letGo()
    // The list grows without further scrolling.
    await expect.poll(() => lastDrawn(page)).toBeGreaterThan(200)
    await page.close()
  })

if (isFullRun)
  it('finds on the dashboard too what is older than the rows that came with it, by words, by days and by mode', async () => {
    const page = await app.openPageAs(busy, '/site-dashboard', { viewport: DESK, language: 'hi' })
    const found = page.locator('main li')
    const search = page.getByRole('searchbox')
    await search.fill('KAMAL')
    await expect.poll(() => found.count()).toBe(1)
    await found.getByText('Kamal Hardware').waitFor()
    await search.fill('चेक')
    await page.getByText('कोई लेन-देन नहीं मिला').waitFor()
    await search.fill('नकद')
    await expect.poll(() => found.count()).toBe(5)
    await search.fill('')
    await page.getByRole('button', { name: 'तारीख से छाँटें' }).click()
    await page.getByLabel('कब तक', { exact: true }).fill('2026-01-05')
    await found.getByText(/Bill 9$/).waitFor()
    await search.fill('bill 3')
    await expect.poll(() => found.count()).toBe(1)
    await page.getByRole('link', { name: 'सभी लेन-देन में खोजें' }).click()
    await page.waitForURL(/q=bill/)
    await expect.poll(() => page.locator(rows).count()).toBe(1)
    await page.close()
  })

it('searches the whole ledger on the server, and keeps the search over a reload', async () => {
  const page = await app.openSignedInPage(busy.mobile, { viewport: DESK })
  await page.goto(`${app.api.origin}/transactions`)
  await page.getByLabel('Search transactions').fill('KAMAL')
  await page.waitForURL(/q=KAMAL/)
  await expect.poll(() => page.locator(rows).count()).toBe(1)
  await page.getByText('Kamal Hardware').waitFor()
  await page.reload()
  await expect.poll(() => page.locator(rows).count()).toBe(1)
  await expect.poll(() => page.getByLabel('Search transactions').inputValue()).toBe('KAMAL')
  await page.getByLabel('Search transactions').fill('nothing like this')
  await page.getByText('No transactions found').waitFor()
  await page.getByLabel('Search transactions').fill('')
  await page.getByText('Received', { exact: true }).click()
  await expect.poll(() => page.locator(rows).count()).toBe(2)
  await page.close()
})

if (isFullRun)
  it.each(['/transactions', '/site-dashboard'])(
    'on %s, says that rows are of the search before until those of this one have come',
    async (path) => {
      const page = await app.openPageAs(busy, path, { viewport: DESK })
      const line = page.locator('main').getByRole('listitem')
      await line.filter({ hasText: 'Sharma Traders' }).first().waitFor()
      const search = page.getByRole('searchbox')
      await search.waitFor()
      const lists = await holdListAnswers(page, '/api/site/transactions')
      await search.fill('KAMAL')
      await page.locator('main [aria-busy=true]').filter({ hasText: 'Sharma Traders' }).waitFor()
      lists.release()
      await line.filter({ hasText: 'Kamal Hardware' }).waitFor()
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
      await expect.poll(() => line.filter({ hasText: 'Sharma Traders' }).count()).toBe(0)
    },
  )

if (isFullRun)
  it('filters by whole days, both ends included', async () => {
    const page = await app.openSignedInPage(busy.mobile)
    await page.goto(`${app.api.origin}/transactions`)
    await page.getByRole('button', { name: 'Filter by date' }).click()
    await page.getByLabel('From', { exact: true }).fill('2026-01-05')
    await page.getByLabel('To', { exact: true }).fill('2026-01-05')
    await page.waitForURL(/to=2026-01-05/)
    await expect.poll(() => page.locator(rows).count()).toBe(10)
    await page.close()
  })

it('counts what is beyond the first page in the balance details', async () => {
  const page = await app.openSignedInPage(busy.mobile)
  await page.getByRole('link', { name: /^Current Balance/ }).click()
  await page.waitForURL(/balance-details$/)
  await page.getByText('₹96,200.50', { exact: true }).waitFor()
  await page.getByText('Surplus funds available').waitFor()
  await page.getByText('₹1,00,500.50', { exact: true }).waitFor()
  await page.getByText('2 credits', { exact: true }).waitFor()
  await page.getByText('₹4,300', { exact: true }).waitFor()
  await page.getByText(`${EXPENSES} expenses`, { exact: true }).waitFor()
  await page.close()
})

it('draws what was spent by month, purpose and beneficiary, with the figures beside the bars', async () => {
  const page = await app.openSignedInPage(busy.mobile, { viewport: DESK })
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByLabel('All time').check()
  const months = page.getByRole('table', { name: 'By month' })
  await months.getByRole('row', { name: 'Jan 2026 ₹0 ₹100' }).waitFor()
  await months.getByRole('row', { name: 'Feb 2026 ₹0 ₹4,200' }).waitFor()
  // A browser that lays the scrollbar over a box hides no digit.
  await expect
    .poll(() =>
      months.evaluate((table) => {
        const box = table.closest('section')?.getBoundingClientRect()
        return (box?.right ?? 0) - table.getBoundingClientRect().right
      }),
    )
    .toBeGreaterThanOrEqual(12)
  const people = page.getByRole('table', { name: 'By beneficiary' })
  await people.getByRole('row', { name: 'Sharma Traders 429 entries ₹4,290' }).waitFor()
  await people.getByRole('row', { name: 'Kamal Hardware 1 entry ₹10' }).waitFor()
  await page
    .getByRole('table', { name: 'By purpose' })
    .getByRole('row', { name: 'Cement 430 entries ₹4,300' })
    .waitFor()
  const picture = page.getByRole('img', { name: /^Received and spent in each of \d+ months/ })
  await expect.poll(() => picture.textContent()).toContain('₹1L')
  const received = await picture.locator('rect.stroke-credit').last().boundingBox()
  expect(received?.height).toBeGreaterThan(50)
  // A tap beside a beneficiary's bar, and one above a month's low columns, lead to the entries.
  const row = people.getByRole('row', { name: 'Kamal Hardware' })
  const size = await row.boundingBox()
  await row.click({ position: { x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) - 4 } })
  await page.waitForURL(/\/transactions\?.*beneficiary=b(:|%3A)kamal/)
  await expect.poll(() => page.locator(rows).count()).toBe(1)
  const chip = page.getByRole('button', { name: 'Take the filter away: Kamal Hardware' })
  await chip.click()
  await chip.waitFor({ state: 'detached' })
  await page.waitForURL(/\/transactions\?type=debit$/)
  await page.goBack()
  await page.getByRole('table', { name: 'By purpose' }).getByRole('link', { name: 'Cement' }).click()
  await page.waitForURL(/\/transactions\?.*purpose=Cement/)
  await page.getByRole('button', { name: 'Take the filter away: Cement' }).waitFor()
  await page.goBack()
  await picture.locator('rect[fill=transparent]').first().click()
  await page.waitForURL('**/transactions?from=2026-01-01&to=2026-01-31')
  await page.close()
})

if (isFullRun)
  it('moves nothing under the finger that chooses another period', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    await recordExpenseOf(worker)
    const page = await app.openPageAs(worker, '/reports', { viewport: { width: 390, height: 500 } })
    await page.getByRole('table', { name: 'By purpose' }).waitFor()
    await page.evaluate(() => window.scrollTo(0, 60))
    const answer = page.waitForResponse(/\/summary/)
    await page.getByLabel('Last 3 months').dispatchEvent('click')
    await answer
    await page.waitForURL('**/reports?period=quarter')
    await waitUntilLoaded(page)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60)
    await page.close()
  })

if (isFullRun)
  it('says what is not there yet', async () => {
    const idle = await hireFieldUser(app.office, 'site_incharge')
    const page = await app.openSignedInPage(idle.mobile)
    await page.getByText('No transactions yet').waitFor()
    await expect.poll(() => page.getByLabel('Search transactions').count()).toBe(0)
    await page.goto(`${app.api.origin}/transactions`)
    await page.getByText('No transactions yet').waitFor()
    await page.goto(`${app.api.origin}/reports`)
    await page.getByText('No expenses yet').waitFor()
    await page.close()
  })

it('leads a supervisor home, and shows transfers and own expenses, which can be edited and not deleted', async () => {
  const supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  const page = await app.openSignedInPage(supervisor.mobile, { viewport: DESK })
  await expect.poll(() => new URL(page.url()).pathname).toBe('/supervisor-dashboard')
  await page.getByRole('heading', { name: 'Welcome, Ramesh Kushwaha' }).waitFor()
  await page.getByText('No transfers received yet').waitFor()
  await page.getByText('Transfers from Site Incharges will appear here').waitFor()
  await page.getByText('All time credits').waitFor()
  await page.getByText('All time debits').waitFor()

  await transferMoney(busy, supervisor, '250')
  await page.getByRole('button', { name: 'Add Expense' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Transaction' })
  await dialog.getByLabel('Amount', { exact: true }).fill('40')
  await dialog.getByLabel('Paid to', { exact: true }).fill('Tea Stall')
  await dialog.getByLabel('Purpose', { exact: true }).fill('Tea')
  await dialog.getByLabel('Narration', { exact: true }).fill('For the crew')
  await dialog.getByRole('button', { name: 'Save Expense' }).dblclick()
  await openToast(page).getByText('Expense saved successfully!').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const expense = page.getByRole('region', { name: 'My Expenses' }).getByRole('listitem')
  await expense.getByText('−₹40', { exact: true }).waitFor()
  await expect.poll(() => expense.count()).toBe(1)
  await expect.poll(() => expense.getByRole('button', { name: /^Edit/ }).count()).toBe(1)
  await expect.poll(() => expense.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  await page.getByText('₹210', { exact: true }).waitFor()
  const transfer = page.getByRole('region', { name: 'Received Transfers' }).getByRole('listitem')
  await transfer.getByText('+₹250', { exact: true }).waitFor()
  await transfer.getByText('TRANSFER', { exact: true }).waitFor()
  await page.close()
})

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
