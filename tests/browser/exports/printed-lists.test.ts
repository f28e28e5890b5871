import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagesOfPdf } from '../../environment/files/independent-file-readers.ts'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import { entryRows, openExportMenu } from '../helpers/entry-table.ts'

/** Every list on paper has all its rows, says what it is, and has nothing that is only for a screen. */

const ENTRIES = 69
let app: AppInBrowser
let incharge: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar' })
  await sendMoneyTo(app.office, incharge, '500000', { date: '2026-09-30' })
  for (const number of numbers())
    await recordExpenseOf(incharge, { amount: `${number}.25`, recipient: 'Malwa Cement', date: '2026-10-15' })
})
afterAll(() => app.close())

/** The amounts of the entries in rupees: none is a part of another. */
const numbers = () => Array.from({ length: ENTRIES }, (_, index) => 1000 + index)

/** Returns the text of each printed page, without spaces. */
async function printed(page: Page): Promise<string[]> {
  const pages = await pagesOfPdf(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
  return pages.map((pieces) =>
    pieces
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s/g, ''),
  )
}

const amountsIn = (pages: readonly string[]) =>
  numbers().filter((number) => pages.some((page) => page.includes(`${number.toLocaleString('en-IN')}.25`)))

/** Waits for the printed form, which replaces the screen. */
async function openPrintForm(page: Page, button = 'Print'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click()
  await page.locator('.paper table').waitFor()
}

const OCTOBER = 'from=2026-10-01&to=2026-10-31'

it('prints a list of head office with all its rows, under a head on each page, and says how many pages there are', async () => {
  const page = await openAdminDashboard(app, { viewport: DESK })
  await page.goto(`${app.api.origin}/admin/all-transactions?${OCTOBER}&account=${incharge.id}`)
  await page.getByText(`${ENTRIES} entries`).waitFor()
  await (await openExportMenu(page, 'Print or save as PDF')).click()
  await page.locator('.paper table').waitFor()
  const pages = await printed(page)
  expect(amountsIn(pages)).toEqual(numbers())
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, text] of pages.entries()) {
    for (const said of ['TestBuilders', 'AllTransactions', 'RajeshPatidar,VijayNagar', '1Oct2026to31Oct2026'])
      expect(text).toContain(said)
    expect(text).toContain(`Page${index + 1}of${pages.length}`)
    expect(text).not.toMatch(/Export|Close|Clear|Search/)
  }
  expect(pages.at(-1)).toContain('TotalExpensesMade(₹)')
  // The total is at the end alone.
  expect(pages.filter((text) => text.includes('TotalExpensesMade'))).toHaveLength(1)
  await page.goBack()
  await page.getByText(`${ENTRIES} entries`).waitFor()
  await expect.poll(() => page.locator('.paper').count()).toBe(0)
  await page.close()
})

it('prints the screen itself whole where the form was not opened: no row is beyond the view, no box cuts any', async () => {
  const page = await openAdminDashboard(app, { viewport: DESK })
  await page.goto(`${app.api.origin}/admin/all-transactions?${OCTOBER}&account=${incharge.id}`)
  await page.getByText(`${ENTRIES} entries`).waitFor()
  const list = await printed(page)
  expect(amountsIn(list)).toEqual(numbers())
  expect(list[0]).toContain('RajeshPatidar,VijayNagar·1Oct2026to31Oct2026')
  expect(list.filter((text) => text.replace(/Page\d+of\d+/, '') === '')).toEqual([])
  expect(list.join()).not.toMatch(/Export|AccountAll/)

  await page.goto(`${app.api.origin}/admin#siteLedger`)
  await entryRows(page.locator('#siteLedger')).first().waitFor()
  expect(amountsIn(await printed(page))).toEqual(numbers())
  await page.close()
})

it('prints every change of the edit log by the keys for printing, whatever the screen has loaded', async () => {
  const page = await openAdminDashboard(app, { viewport: DESK })
  // Pages of 20 changes.
  await page.route(/\/api\/audit\/edit-log\?/, async (route) => {
    const response = await route.fetch()
    const { rows, next } = ROUTES.auditEditLog.answer.parse(await response.json())
    const last = rows[19]?.position
    await route.fulfill({
      response,
      json: { rows: rows.slice(0, 20), next: last === undefined ? next : String(last) },
    })
  })
  await page.goto(`${app.api.origin}/admin/audit/edit-log?action=created`)
  await page.getByText(/^\d+ changes$/).waitFor()
  await page.keyboard.press('Control+p')
  await page.locator('.paper table').waitFor()
  const log = await printed(page)
  expect(amountsIn(log)).toEqual(numbers())
  for (const text of log) for (const said of ['TestBuilders', 'Editlog', 'Created']) expect(text).toContain(said)
  await page.close()
})

it('opens the printed form by the keys for printing, prints no toast, and offers the file of a list too long for paper', async () => {
  const page = await openAdminDashboard(app, { viewport: DESK })
  await page.route(/\/api\/admin\/transactions\/sums\?/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), count: 5001 } })
  })
  await page.goto(`${app.api.origin}/admin/all-transactions?account=${incharge.id}`)
  await page.getByText('5,001 entries').waitFor()
  await page.keyboard.press('Control+p')
  await openToast(page).getByText('Paper takes lists of up to 5,000 rows. Download this one as a file.').waitFor()
  expect((await printed(page)).join()).not.toContain('Papertakes')
  await page.unroute(/\/api\/admin\/transactions\/sums\?/)
  await page.goto(`${app.api.origin}/admin/all-transactions?account=${incharge.id}`)
  await page.getByText(`${ENTRIES + 1} entries`).waitFor()
  await page.keyboard.press('Control+p')
  await page.locator('.paper table').waitFor()
  await page.close()
})

it('prints a statement with all its rows and a cash book by the keys for printing, whatever the screen has loaded', async () => {
  const page = await openAdminDashboard(app, { viewport: DESK })
  // The screen has the first of four pages.
  await page.route(/\/api\/admin\/statement\?.*limit=100/, (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=20') }),
  )
  await page.goto(`${app.api.origin}/admin/ledgers?${OCTOBER}&of=${incharge.id}#statements`)
  await page.getByText(`${ENTRIES} entries`, { exact: true }).waitFor()
  await page.keyboard.press('Control+p')
  await page.locator('.paper table').waitFor()
  const statement = await printed(page)
  expect(amountsIn(statement)).toEqual(numbers())
  for (const text of statement)
    for (const said of ['TestBuilders', 'Statementofaccount', 'RajeshPatidar,VijayNagar', '1Oct2026to31Oct2026'])
      expect(text).toContain(said)
  expect(statement[0]).toContain('Openingbalance5,00,000.00')
  expect(statement.join()).not.toMatch(/Downloadorprint|Closethebooks|Showmore/)
  // The balances stand in the last line, and below the list with the sums.
  expect(statement.at(-1)?.split('Closingbalance')).toHaveLength(3)

  await page.goto(`${app.api.origin}/admin/ledgers?${OCTOBER}&account=${incharge.id}#cashBook`)
  await page.getByText('1 day', { exact: true }).waitFor()
  await page.keyboard.press('Control+p')
  await page.locator('.paper table').waitFor()
  const [book = ''] = await printed(page)
  for (const said of [
    'TestBuilders',
    'Cashbook',
    'RajeshPatidar,VijayNagar',
    '1Oct2026to31Oct2026',
    '15Oct2026',
    'Wholeperiod',
  ])
    expect(book).toContain(said)
  await page.close()
})

if (isFullRun)
  it.each(['en', 'hi'] as const)(
    "prints an account's own list and its book, in its reader's language: %s",
    async (language) => {
      const print = { en: 'Print', hi: 'छापें' }[language]
      const own = await app.openPageAs(incharge, '/transactions', { language })
      await openPrintForm(own, print)
      const pages = await printed(own)
      expect(amountsIn(pages)).toEqual(numbers())
      if (language === 'hi') expect(pages.join()).not.toMatch(/Page|Debit|Cash|Total/)
      await own.close()
      const office = await openAdminDashboard(app, { viewport: DESK, language })
      await office.goto(`${app.api.origin}/admin#siteLedger`)
      const toFiles = { en: 'Export', hi: 'डाउनलोड' }[language]
      const book = office.locator('#siteLedger')
      await book.getByRole('button', { name: toFiles, exact: true }).click()
      await book.getByRole('button', { name: /^(Print or|छापें)/ }).click()
      await office.locator('.paper table').waitFor()
      const ledger = await printed(office)
      expect(amountsIn(ledger)).toEqual(numbers())
      expect(ledger.join()).toContain('5,00,000.00')
      await office.close()
    },
  )

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
