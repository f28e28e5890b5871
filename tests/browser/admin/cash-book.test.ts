import { readFile } from 'node:fs/promises'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagesOfPdf, textsOfWorkbook } from '../../environment/files/independent-file-readers.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { hireFieldUser, recordExpenseOf, sendMoneyTo } from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'
import { entryRows } from '../helpers/entry-table.ts'

declare function notePress(): void

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

it('shows the days of an account, of all modes and of cash, as a file too; a day leads to its entries', async () => {
  const site = await hireFieldUser(app.office, 'site_incharge', { name: 'Book Keeper', siteName: 'Canal Bridge' })
  await hireFieldUser(app.office, 'supervisor', { name: 'Other Person' })
  await sendMoneyTo(app.office, site, '1000', { date: '2026-04-01', reference: 'UTR N0001' })
  await recordExpenseOf(site, { amount: '400.50', date: '2026-04-01', paymentMode: 'cash' })
  await recordExpenseOf(site, { amount: '99.50', date: '2026-04-03', paymentMode: 'upi' })
  const page = await openAdminDashboard(app)
  await page.getByRole('navigation').getByRole('link', { name: 'Ledgers' }).first().click()
  await page.getByRole('link', { name: 'Cash book' }).click()
  const book = page.getByRole('region', { name: 'Cash book' })
  await book.getByLabel('Account').selectOption({ label: 'Book Keeper, Canal Bridge' })
  const lines = async () => {
    const rows = await book.getByRole('row').allInnerTexts()
    return rows.slice(1).map((row) => row.split(/\s*\t\s*/).map((cell) => cell.split('\n')[0]))
  }
  await expect.poll(lines).toEqual([
    ['1 Apr 2026, Wednesday', '₹0', '₹1,000', '₹400.50', '₹599.50', '2'],
    ['3 Apr 2026, Friday', '₹599.50', '₹0', '₹99.50', '₹500', '1'],
    ['Whole period', '₹0', '₹1,000', '₹500', '₹500', '3'],
  ])
  const download = async (format: string) => {
    await book.getByRole('button', { name: 'Export', exact: true }).click()
    const waiting = page.waitForEvent('download')
    await book.getByRole('button', { name: format, exact: true }).click()
    const file = await waiting
    return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) }
  }
  const excel = await download('Excel')
  expect(excel.name).toMatch(/^Cash_Book_Book_Keeper_Canal_Bridge_.*\.xlsx$/)
  // Its figures are those of tests/api/reports/statement-files.test.ts.
  expect(textsOfWorkbook(excel.bytes)).toContain('Book Keeper')
  const pdf = await download('PDF')
  expect(pdf.name).toMatch(/\.pdf$/)
  const [paper = []] = await pagesOfPdf(pdf.bytes)
  expect(paper.map(({ text }) => text).join(' ')).toContain('Cash book')
  await book.getByText('A day below zero lacks money of all modes together').waitFor()
  await book.getByLabel('Payment mode').selectOption({ label: 'Cash' })
  await book.getByText('1 day closes below zero').waitFor()
  await page.reload()
  await expect
    .poll(async () => (await lines())[0])
    .toEqual(['1 Apr 2026, Wednesday', '₹0', '₹0', '₹400.50', '−₹400.50', '1'])
  await book.getByRole('link', { name: '1 Apr 2026, Wednesday' }).click()
  await expect.poll(() => entryRows(page).count()).toBe(1)
  await page.getByRole('main').getByText('400.50').first().waitFor()
})

if (isFullRun)
  it('has the days of the whole company', async () => {
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/ledgers?account=company&from=2026-04-01&to=2026-04-30#cashBook`)
    const day = page.getByRole('row', { name: /1 Apr 2026/ })
    await expect
      .poll(() => day.getByRole('cell').allTextContents())
      .toEqual(['₹0', '₹1,000', '₹400.50', '₹599.50', '2'])
    const choice = page.getByLabel('Account or site').locator('option:checked')
    await expect.poll(() => choice.textContent()).toBe('All accounts')
    await day.getByRole('link').click()
    await expect.poll(() => entryRows(page).count()).toBe(2)
  })

if (isFullRun)
  it('has the balance of a period without entries, and its file', async () => {
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/ledgers?account=company&from=2026-05-01&to=2026-05-31#cashBook`)
    await page.getByText('No entries in this period: the balance stayed as it was.').waitFor()
    const whole = page.getByRole('row', { name: /Whole period/ })
    await expect.poll(() => whole.getByRole('cell').allTextContents()).toEqual(['₹500', '₹0', '₹0', '₹500', '0'])
    await page.getByRole('region', { name: 'Cash book' }).getByRole('button', { name: 'Export', exact: true }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF', exact: true }).click()
    const [paper = []] = await pagesOfPdf(new Uint8Array(await readFile(await (await waiting).path())))
    const texts = paper.map(({ text }) => text)
    expect(texts).toContain('No entries in this period.')
    expect(texts.filter((text) => text === '500.00')).toHaveLength(2)
  })

if (isFullRun)
  it('is there for a deleted person, as is the statement, from the balances of all accounts', async () => {
    const gone = await hireFieldUser(app.office, 'site_incharge', { name: 'Gone Person' })
    await sendMoneyTo(app.office, gone, '70', { date: '2026-04-01' })
    expect((await app.office.delete(`/api/admin/users/${gone.id}`)).status).toBe(204)
    const balances = await app.office.get('/api/admin/trial-balance?dated=2026-04-01')
    const { accounts } = expectBody(balances, 200, ROUTES.trialBalance.answer)
    const account = accounts.find(({ name }) => name === 'Gone Person')?.account
    expect(account).toMatch(/^[0-9a-f-]{36}$/)
    const page = await openAdminDashboard(app)
    for (const [link, choice] of [
      ['Statement, as it is now', 'Statement of'],
      ['Cash book, as it is now', 'Account or site'],
    ] as const) {
      await page.goto(`${app.api.origin}/admin/audit/time-line/ledger?account=${account}`)
      await page.getByRole('link', { name: link }).click()
      const shown = page.getByLabel(choice, { exact: true }).locator('option:checked')
      await expect.poll(() => shown.innerText()).toBe('Gone Person')
      await page.getByRole('row', { name: /₹70/ }).first().waitFor()
    }
    await page.getByRole('link', { name: '1 Apr 2026, Wednesday' }).click()
    await expect.poll(() => entryRows(page).count()).toBe(1)
  })

if (isFullRun)
  it('says which people cannot be read, and on a phone keeps account and period from book to book', async () => {
    const page = await openAdminDashboard(app, { viewport: PHONE })
    app.ignoreConsole(/net::ERR_FAILED/)
    // The people are there once the button is pressed: the screen also reads by itself, which takes the button away.
    let isPressed = false
    await page.exposeFunction('notePress', () => {
      isPressed = true
    })
    await page.route('**/api/admin/supervisors*', (route) => (isPressed ? route.fallback() : route.abort()))
    await page.goto(`${app.api.origin}/admin/ledgers?account=company&from=2026-04-01&to=2026-04-30#cashBook`)
    const again = page.getByRole('region', { name: 'Cash book' }).getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.evaluate(() => addEventListener('pointerdown', () => notePress()))
    await again.click()
    await page.getByText('Whole period').waitFor()
    await page.getByRole('combobox', { name: 'Ledgers' }).selectOption({ label: 'Statements' })
    await page.getByRole('region', { name: 'Statements' }).waitFor()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toMatchObject({ account: 'company', from: '2026-04-01', to: '2026-04-30' })
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
