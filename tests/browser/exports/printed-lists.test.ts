import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import { entryRows, openExportMenu } from '../helpers/entry-table.ts'
import { printed } from '../helpers/printed-pages.ts'

/** Every list on paper has all its rows, says what it is, and has nothing that is only for a screen. */

const ENTRIES = 69
let app: AppInBrowser
let incharge: FieldUser
/** The position of the log behind the entries. */
let recorded: number
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar' })
  await sendMoneyTo(app.office, incharge, '500000', { date: '2026-09-30' })
  for (const number of numbers())
    await recordExpenseOf(incharge, { amount: `${number}.25`, recipient: 'Malwa Cement', date: '2026-10-15' })
  recorded = await logEnd(app.api)
})
afterAll(() => app.close())

/** The amounts of the entries in rupees: none is a part of another. */
const numbers = () => Array.from({ length: ENTRIES }, (_, index) => 1000 + index)

const amountsIn = (pages: readonly string[]) =>
  numbers().filter((number) => pages.some((page) => page.includes(`${number.toLocaleString('en-IN')}.25`)))

/** Waits for the printed form, which replaces the screen. */
async function openPrintForm(page: Page, button = 'Print'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click()
  await page.locator('.paper table').waitFor()
}

/** Makes the pages of a list shorter on the screen. */
const shortenPages = (page: Page, path: string, { from, to }: { from: number; to: number }) =>
  page.route(
    ({ pathname, searchParams }) => pathname === path && searchParams.get('limit') === `${from}`,
    (route) => route.continue({ url: route.request().url().replace(`limit=${from}`, `limit=${to}`) }),
  )

/** The sentence on paper below a list that the screen has not loaded to its end. */
const IN_PART = 'Thesearenotallrows.Abuttononthescreenprintsordownloadsallofthem.'

/** The supervisors; each has an incharge, who is named Zonal, too. */
const CREW = ['Crew Amar', 'Crew Bela', 'Crew Chitra', 'Crew Dhruv']

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

  // Beside sums of the height of a page there is room for no row: they have their page, with the head.
  await page.locator('.paper dl').evaluate((it) => {
    const head = document.querySelector('.paper thead')?.getBoundingClientRect().height
    const isWide = document.querySelector('.paper')?.getAttribute('data-wide') === 'true'
    it.style.height = `calc(${isWide ? 210 : 297}mm - 27mm - 5mm - 2mm - ${head}px)`
  })
  const apart = await printed(page)
  const sums = apart.at(-1)
  expect(sums).toContain('TotalExpensesMade(₹)')
  expect(amountsIn([sums ?? ''])).toEqual([])
  expect(sums).toContain('RajeshPatidar,VijayNagar')
  expect(sums).toContain(`Page${apart.length}of${apart.length}`)
  await page.goBack()
  await page.getByText(`${ENTRIES} entries`).waitFor()
  await expect.poll(() => page.locator('.paper').count()).toBe(0)
  await page.close()
})

if (isFullRun)
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

if (isFullRun)
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

if (isFullRun)
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
  await shortenPages(page, '/api/admin/statement', { from: 100, to: 20 })
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

if (isFullRun)
  it('prints every version of an entry by the keys for printing, whatever the screen has drawn', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Zubin Irani', siteName: 'Zari Mills' })
    const { id } = await recordExpenseOf(worker, { amount: '2000', date: '2026-10-16' })
    const amounts = Array.from({ length: 105 }, (_, index) => 2001 + index)
    const edit = (amount: number) =>
      worker.client.put(`/api/site/transactions/${id}`, {
        ...sampleExpenseBody,
        date: '2026-10-16',
        amount: `${amount}`,
      })
    for (const { status } of await Promise.all(amounts.map(edit))) expect(status).toBe(200)
    const page = await openAdminDashboard(app, { viewport: DESK })
    await page.goto(`${app.api.origin}/admin/audit/entry/${id}`)
    await page.getByRole('button', { name: 'Show earlier ones' }).waitFor()
    expect((await printed(page)).join()).toContain(IN_PART)
    await page.keyboard.press('Control+p')
    await page.locator('.paper table').waitFor()
    const history = await printed(page)
    expect(amounts.filter((amount) => !history.join().includes(`₹${amount.toLocaleString('en-IN')}`))).toEqual([])
    for (const text of history)
      for (const said of ['TestBuilders', 'Historyofanentry', 'Expense']) expect(text).toContain(said)
    await page.close()
  })

if (isFullRun)
  it('prints the ledger of an account as it was at two moments, each whole, by the keys for printing', async () => {
    const page = await openAdminDashboard(app, { viewport: DESK })
    await shortenPages(page, '/api/audit/as-of/ledger', { from: 100, to: 20 })
    // The later ledger is here first, and still comes second on paper.
    await page.route(
      ({ pathname, searchParams }) =>
        pathname === '/api/audit/as-of/ledger' && searchParams.get('position') === `${recorded - 10}`,
      async (route) => {
        await page.getByRole('region', { name: 'Later moment' }).getByRole('button', { name: 'Print' }).waitFor()
        await route.fallback()
      },
      { times: 1 },
    )
    const moments = `account=${incharge.account}&position=${recorded}&earlier=${recorded - 10}`
    await page.goto(`${app.api.origin}/admin/audit/time-line/ledger?${moments}`)
    await expect.poll(() => page.getByRole('button', { name: 'Show earlier ones' }).count()).toBe(2)
    await expect.poll(() => page.getByRole('button', { name: 'Print', exact: true }).count()).toBe(2)
    expect((await printed(page)).join()).toContain(IN_PART)
    await page.keyboard.press('Control+p')
    await page.locator('.paper table').first().waitFor()
    const pages = await printed(page)
    for (const text of pages)
      for (const said of ['TestBuilders', 'Ledgerasitwas', 'RajeshPatidar']) expect(text).toContain(said)
    const earlier = pages.filter((text) => text.includes(`Earliermoment`))
    expect(amountsIn(earlier)).toEqual(numbers().slice(0, -10))
    expect(earlier.join()).toContain(`Asofevent${recorded - 10}`)
    const later = pages.slice(earlier.length)
    expect(amountsIn(later)).toEqual(numbers())
    expect(later.join().split('(NEW)')).toHaveLength(11)
    expect(later.at(-1)).toContain('Total5,00,000.00')

    // The beneficiaries are folded on the screen.
    await page.goto(`${app.api.origin}/admin/audit/time-line?position=${recorded}`)
    await page.getByRole('button', { name: 'Beneficiaries (1)' }).waitFor()
    expect((await printed(page)).join()).toContain('MalwaCementBeneficiary')
    await page.close()
  })

if (isFullRun)
  it('prints each list of a page by the keys for printing; a search says on paper where the others are', async () => {
    for (const name of CREW) {
      await hireFieldUser(app.office, 'supervisor', { name })
      await hireFieldUser(app.office, 'site_incharge', { name: `Zonal ${name}` })
    }
    const page = await openAdminDashboard(app, { viewport: DESK })
    for (const path of ['/api/admin/sites', '/api/admin/supervisors']) {
      await shortenPages(page, path, { from: 50, to: 1 })
      await shortenPages(page, path, { from: 8, to: 1 })
    }
    await page.goto(`${app.api.origin}/admin/people`)
    await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(2)
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor()
    await page.keyboard.press('Control+p')
    await page.locator('.paper table').first().waitFor()
    const [incharges = '', supervisors = '', office = ''] = await printed(page)
    for (const name of CREW) {
      expect(incharges).toContain(`Zonal${name}`.replace(' ', ''))
      expect(supervisors).toContain(name.replace(' ', ''))
    }
    expect(office).toContain('PeopleoftheOffice')

    await page.goto(`${app.api.origin}/admin/search?q=crew`)
    await page.getByRole('heading', { name: 'Supervisors, 1 of 4' }).waitFor()
    const search = (await printed(page)).join()
    expect(search).toContain('TestBuilders·SearchAcrossAllData·“crew”')
    expect(search).toContain('Thesearenotallthatwerefound.“Showmore”onthescreenbringstheothers.')
    expect(search).not.toContain(IN_PART)
    await page.close()
  })

if (isFullRun)
  it('prints the figures of every month, which scroll with the page, and of every site', async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Zoya Khan', siteName: 'Zinc Works' })
    const months = Array.from({ length: 10 }, (_, index) => new Date(Date.UTC(2025, 11 + index, 5)))
    for (const [index, day] of months.entries())
      await recordExpenseOf(worker, { amount: `${4000 + index}`, date: day.toISOString().slice(0, 10) })
    const page = await openAdminDashboard(app, { viewport: DESK })
    await page.goto(`${app.api.origin}/admin/reports?from=2025-12-01&to=2026-09-30#pictures`)
    await page.getByRole('table', { name: 'By month' }).getByText('₹4,000', { exact: true }).waitFor()
    const scrolling = await page.locator('main *').evaluateAll((all) =>
      all.flatMap((it) => {
        const scrolls = /auto|scroll/.test(getComputedStyle(it).overflowY) && it.scrollHeight > it.clientHeight
        return scrolls ? [it.className] : []
      }),
    )
    expect(scrolling).toEqual([])
    const figures = (await printed(page)).join()
    for (const index of months.keys()) expect(figures).toContain(`₹${(4000 + index).toLocaleString('en-IN')}`)
    for (const name of CREW) expect(figures).toContain(`Zonal${name}`.replace(' ', ''))
    expect(figures).toContain('ZubinIrani')
    await page.close()
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
