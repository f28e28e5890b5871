import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { today } from '@ledger/web/src/shared/api/today.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard, openDashboardSection } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'
import {
  downloadSheet,
  LAST_COLUMNS,
  openExportDialog,
  SHEET_COLUMNS_OF_SECTION_3,
  summaryBlock,
} from '../helpers/download-spreadsheet.ts'
import { entryRows, openExportMenu, sumsOfEntries } from '../helpers/entry-table.ts'
import { rowValues, spreadsheetDate } from '../helpers/xlsx-reader.ts'

/** A bookkeeper opens the entries behind a total, and exports exactly what the screen shows. */

let app: AppInBrowser
let incharge: FieldUser
let supervisor: FieldUser

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Ravi Kumar', siteName: 'Canal Bridge' })
  supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Sita Devi' })
  await sendMoneyTo(app.office, incharge, '5000', { date: '2026-03-01', narration: 'RTGS' })
  await recordExpenseOf(incharge, { recipient: 'Tea Stall', amount: '20.25', date: '2026-04-01', narration: 'Tea' })
  await recordExpenseOf(incharge, { recipient: 'Steel Yard', amount: '400', date: '2026-04-03' })
  await transferMoney(incharge, supervisor, '250', { date: '2026-04-06', paymentMode: 'cash' })
  await recordExpenseOf(supervisor, {
    recipient: 'tea  stall',
    amount: '30',
    date: '2026-04-07',
    narration: 'Biscuits',
  })
})
afterAll(() => app.close())

it('counts and adds up what a filter of All Transactions leaves, keeps it in the address, and exports just that', async () => {
  const page = await openAdminDashboard(app)
  await page.goto(`${app.api.origin}/admin/all-transactions`)
  await expect.poll(() => sumsOfEntries(page)).toBe('6 entries · in ₹5,250 · out ₹700.25 · with transfers of ₹250')
  await page.getByLabel('From', { exact: true }).fill('01/04/2026')
  await page.getByRole('searchbox').fill('canal')
  await page.waitForURL(/q=canal/)
  await page.reload()
  await expect
    .poll(() => sumsOfEntries(page))
    .toBe('3 entries · in ₹0 · out ₹670.25 · with transfers of ₹0 in and ₹250 out')
  const { name, sheet } = await downloadSheet(page, await openExportMenu(page, 'Excel'))
  expect(name).toBe(`Transactions_canal_2026-04-01_to_${today()}.xlsx`)
  expect(rowValues(sheet.rows[0])).toEqual([
    ...SHEET_COLUMNS_OF_SECTION_3,
    'Account',
    'Site',
    'Transfer',
    'Deleted',
    ...LAST_COLUMNS,
  ])
  const shown = sheet.rows.slice(1, 4).map((row) => [0, 2, 3, 8, 9, 10].map((column) => row[column]?.value ?? null))
  expect(shown).toEqual([
    [spreadsheetDate('2026-04-01'), 20.25, 'Tea Stall', 'Ravi Kumar', 'Canal Bridge', null],
    [spreadsheetDate('2026-04-03'), 400, 'Steel Yard', 'Ravi Kumar', 'Canal Bridge', null],
    [spreadsheetDate('2026-04-06'), 250, 'Sita Devi', 'Ravi Kumar', 'Canal Bridge', 'Transfer'],
  ])
  expect(summaryBlock(sheet)).toEqual([
    ['Total Money Received', 0],
    ['Total Expenses Made', 670.25],
    ['of which Transfers Given', 250],
  ])
  await page.close()
})

if (isFullRun)
  it('finds in Hindi what a row shows in Hindi, and has no English of its own there', async () => {
    const page = await openAdminDashboard(app, { language: 'hi' })
    await page.goto(`${app.api.origin}/admin/all-transactions`)
    const rows = entryRows(page)
    for (const [words, found] of [
      ['हेड ऑफिस', 1],
      ['ट्रांसफ़र', 3],
      ['बैंक', 1],
    ] as const) {
      await page.getByRole('searchbox').fill(words)
      await expect.poll(() => sumsOfEntries(page), { message: words }).toMatch(new RegExp(`^${found} लेन-देन`))
      await expect.poll(() => rows.count(), { message: words }).toBe(found)
    }
    await page.getByRole('searchbox').fill('')
    await expect.poll(() => rows.count()).toBe(6)
    expect((await rows.allInnerTexts()).join('\n')).not.toMatch(/Money from|Transfer to/)
    await page.close()
  })

it('leads from a beneficiary and from its bar to a dated statement that ends in the total', async () => {
  const page = await openAdminDashboard(app)
  const section = await openDashboardSection(page, 'Beneficiary Reports')
  await section.getByRole('link', { name: 'Tea Stall' }).click()
  await page.waitForURL(/\/admin\/beneficiary\?id=/)
  await page.getByRole('heading', { name: 'Tea Stall' }).waitFor()
  const rows = async () => {
    const texts = await page.getByRole('row').allInnerTexts()
    return texts.slice(1).map((text) => text.split(/\s*\n\s*|\t/).filter((part) => part !== ''))
  }
  await expect.poll(rows).toEqual([
    ['1 Apr 2026', 'Ravi Kumar', 'Canal Bridge', 'Cement\u00a0· Tea', 'Cash', 'P/26-27/000001', '−20.25'],
    ['7 Apr 2026', 'Sita Devi', 'Cement\u00a0· Biscuits', 'Cash', 'P/26-27/000003', '−30.00'],
    ['Total paid', '50.25'],
  ])
  await page.getByLabel('To', { exact: true }).fill('2026-04-02')
  await expect.poll(async () => (await rows()).at(-1)).toEqual(['Total paid up to 2 Apr 2026', '20.25'])
  await page
    .getByRole('status')
    .filter({ hasText: /^1 payment.*Total paid ₹20\.25$/ })
    .waitFor()
  const { name, sheet } = await downloadSheet(page, await openExportMenu(page, 'Excel'))
  expect(name).toBe('Statement_Tea_Stall_up_to_2026-04-02.xlsx')
  expect(rowValues(sheet.rows[1])).toEqual([
    ...[spreadsheetDate('2026-04-01'), 'Ravi Kumar', 'Canal Bridge', 'Cement', 'Cash', 'Tea', 20.25],
    ...[null, null, null, 'P/26-27/000001'],
  ])
  expect(rowValues(sheet.rows[2])).toEqual([null, 'Total paid', null, null, null, null, 20.25])
  await page.setViewportSize(PHONE)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.setViewportSize(DESK)

  await page.goto(`${app.api.origin}/admin`)
  await openDashboardSection(page, 'Sent and Spent')
  for (const [subject, row] of [
    ['By payment mode', 'Cash'],
    ['By month', 'Apr 2026'],
    ['By purpose', 'Cement'],
  ] as const) {
    await page.getByLabel('Add up').selectOption(subject)
    await page.getByRole('rowheader', { name: row }).first().waitFor()
  }
  await page.goto(`${app.api.origin}/admin/reports?from=2026-04-02&to=2026-04-30`)
  await page.getByRole('table', { name: 'By beneficiary' }).getByRole('link', { name: 'Steel Yard' }).click()
  await page.waitForURL(/\/admin\/beneficiary\?.*from=2026-04-02&to=2026-04-30/)
  await page.getByRole('heading', { name: 'Steel Yard' }).waitFor()
  await page.close()
})

if (isFullRun)
  it('leads from the bar of a purpose and of a site to the transactions behind it, counted and ready to be exported', async () => {
    const page = await openAdminDashboard(app)
    await openDashboardSection(page, 'Sent and Spent')
    await page.getByRole('table', { name: 'By purpose' }).getByRole('link', { name: 'Cement' }).click()
    await page.waitForURL(/\/admin\/all-transactions\?.*purpose=Cement/)
    await expect.poll(() => sumsOfEntries(page)).toBe('3 entries · in ₹0 · out ₹450.25')
    const { name, sheet } = await downloadSheet(page, await openExportMenu(page, 'Excel'))
    expect(name).toMatch(/^Transactions_Cement_up_to_/)
    expect(sheet.rows.slice(1, 4).map((row) => row[4]?.value)).toEqual(['Cement', 'Cement', 'Cement'])
    await page.getByLabel('Purpose').fill('')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => sumsOfEntries(page)).toMatch(/^6 entries/)
    await page.goto(`${app.api.origin}/admin`)
    await openDashboardSection(page, 'Sent and Spent')
    await page
      .getByRole('table', { name: /^By site/ })
      .getByRole('link', { name: 'Canal Bridge' })
      .click()
    await page.waitForURL(/account=site_/)
    await expect.poll(() => sumsOfEntries(page)).toMatch(/^4 entries/)
    await page.close()
  })

if (isFullRun)
  it('says how many there are of everything that it lists, and leads from a search to all that it found', async () => {
    const page = await openAdminDashboard(app)
    for (const [title, count] of [
      ['Site Incharge User Management', '1 account'],
      ['Supervisor Management', '1 account'],
      ['All Active Sites with Balances', '1 site'],
      ['Beneficiary Reports', '2 beneficiaries'],
    ] as const)
      await (await openDashboardSection(page, title)).getByText(count, { exact: true }).waitFor()
    const search = await openDashboardSection(page, 'Search Across All Data')
    await search.getByRole('searchbox').fill('s')
    await search.getByRole('heading', { name: 'Entries, 6' }).waitFor()
    await search.getByRole('heading', { name: 'Supervisors, 1' }).waitFor()
    await search.getByRole('searchbox').fill('ravi')
    await search.getByRole('heading', { name: 'Entries, 5' }).waitFor()
    await search.getByRole('link', { name: 'View All' }).click()
    await page.waitForURL(/\/admin\/all-transactions\?q=ravi/)
    await expect.poll(() => sumsOfEntries(page)).toMatch(/^5 entries/)
    await page.close()
  })

if (isFullRun)
  it('shows all of what its search asks for, however wide the window is', async () => {
    for (const language of ['en', 'hi'] as const) {
      const page = await openAdminDashboard(app, { language, viewport: { width: 1024, height: 768 } })
      await page.goto(`${app.api.origin}/admin/all-transactions`)
      for (const width of [320, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const [needs, has] = await page.getByRole('searchbox').evaluate((it: HTMLInputElement) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(it)
          const pen = document.createElement('canvas').getContext('2d')
          if (pen === null) throw new Error('There is nothing to measure with')
          pen.font = font
          const room = it.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
          return [pen.measureText(it.placeholder).width, room]
        })
        expect(needs, `${language}, ${width} px`).toBeLessThanOrEqual(has ?? 0)
      }
      await page.close()
    }
  })

if (isFullRun)
  it('says of every sum what it counts, without a sign under a head that says it, and exports the sites as searched', async () => {
    const page = await openAdminDashboard(app)
    await page.getByText('paid to beneficiaries; transfers are not counted').first().waitFor()
    const section = await openDashboardSection(page, 'All Active Sites with Balances')
    const line = section.getByRole('row', { name: /Ravi Kumar/ })
    await expect.poll(() => line.getByRole('cell').first().innerText()).toBe('₹4,329.75')
    await section.getByRole('searchbox').fill('ravi')
    const { name, sheet } = await downloadSheet(page, await openExportMenu(section, 'Excel'))
    const lastEntry = spreadsheetDate('2026-04-06')
    expect(name).toBe(`Sites_ravi_up_to_${today()}.xlsx`)
    // The last entry is the transfer; the supervisor has no site.
    expect(sheet.rows.slice(1).map(rowValues)).toEqual([
      ['Ravi Kumar', 'Canal Bridge', incharge.mobile, 'Active', 5000, 670.25, 4329.75, 4329.75, 0, 0, lastEntry],
      ['Total', null, null, null, 5000, 670.25, 4329.75, 4329.75, 0, 0],
    ])
    await page.close()
    const { events } = expectBody(
      await app.office.get('/api/audit/events?type=ReportExported'),
      200,
      ROUTES.auditEvents.answer,
    )
    expect(events.map(({ data }) => data.report)).toEqual([
      'transactions',
      'beneficiary-statement',
      'transactions',
      'sites',
    ])
  })

if (isFullRun)
  it('counts and exports the own list as filtered, and the rows of any name that was ever paid', async () => {
    const page = await app.openSignedInPage(incharge.mobile, { viewport: DESK })
    await page.goto(`${app.api.origin}/transactions?from=2026-04-01`)
    await expect.poll(() => page.getByRole('main').getByRole('status').first().textContent()).toBe('3 transactions')
    await page.getByText('Transfers given ₹250 (1)').waitFor()
    const list = await downloadSheet(page, page.getByRole('button', { name: 'Export' }))
    expect(list.name).toBe(`Transactions_Canal_Bridge_2026-04-01_to_${today()}.xlsx`)
    expect(list.sheet.rows.slice(1, 4).map((row) => row[2]?.value)).toEqual([20.25, 400, 250])
    const dialog = await openExportDialog(page)
    await dialog.getByLabel('Another name').fill('nobody')
    const download = dialog.getByRole('button', { name: 'Download the report of this name' })
    await download.click()
    await dialog.getByText('Please choose a name from the list').waitFor()
    await dialog.getByLabel('Another name').fill('steel yard')
    const { name, sheet } = await downloadSheet(page, download)
    expect(name).toBe(`Transaction_Report_Canal_Bridge_Steel_Yard_up_to_${today()}.xlsx`)
    expect(sheet.rows[1]?.[2]?.value).toBe(400)
    await page.close()
  })

if (isFullRun)
  it('says before each export how many rows it has and what they come to', async () => {
    const page = await openAdminDashboard(app)
    for (const [address, section, said] of [
      ['/admin', '#sites', '1 site · Site with supervisors ₹4,329.75'],
      ['/admin/reports', 'section', '2 rows · Sent by head office ₹5,000 · Spent ₹450.25'],
      ['/admin/reports?by=purpose', 'section', '1 row · Spent ₹450.25'],
      ['/admin/beneficiaries', '#beneficiaries', '2 beneficiaries · Total paid ₹450.25'],
      ['/admin/people', '#incharges', '1 account · Balance ₹4,329.75'],
      ['/admin/people', '#supervisors', '1 account · Balance ₹220'],
      [`/admin/ledgers?of=${incharge.id}#statements`, 'main', '4 entries · Received ₹5,000 · Paid ₹670.25'],
      [`/admin/ledgers?account=${incharge.id}#cashBook`, 'main', '4 days · Closing ₹4,329.75'],
    ] as const) {
      await page.goto(`${app.api.origin}${address}`)
      const menu = page.locator(section).getByRole('button', { name: /^(Export|Download or print)$/ })
      await menu.first().click()
      await page.getByText(said, { exact: true }).waitFor()
    }
  })

if (isFullRun)
  it('says that the sums of beneficiaries are of all time, and takes the period of the page to their statement', async () => {
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/beneficiaries?from=2026-04-02&to=2026-04-30`)
    const list = page.locator('#beneficiaries')
    await list.getByRole('heading', { name: 'Payment summary All time' }).waitFor()
    await list.getByRole('paragraph').filter({ hasText: 'All time' }).waitFor()
    await list.getByRole('link', { name: 'Tea Stall' }).click()
    await page.waitForURL(/\/admin\/beneficiary\?.*from=2026-04-02&to=2026-04-30/)
    await expect.poll(() => page.getByText('1 payment', { exact: true }).count()).toBeGreaterThan(0)
  })

if (isFullRun)
  it('exports the summary of a supervisor and of a deleted site under their names', async () => {
    const gone = await hireFieldUser(app.office, 'site_incharge', { name: 'Gone Keeper', siteName: 'Old Weir' })
    await recordExpenseOf(gone, { recipient: 'Weir Gate', amount: '60' })
    await app.office.delete(`/api/admin/users/${gone.id}`)
    const page = await openAdminDashboard(app)
    for (const [site, name] of [
      [supervisor.id, 'Sita Devi'],
      [gone.account, 'Old Weir'],
    ] as const) {
      await page.goto(`${app.api.origin}/admin/reports?by=purpose&site=${site}`)
      const summary = page.getByRole('region', { name: 'Summary' })
      const chosen = summary.getByLabel('Site', { exact: true }).locator('option:checked')
      await expect.poll(() => chosen.textContent()).toBe(name)
      const file = await downloadSheet(page, await openExportMenu(summary, 'Excel'))
      expect(file.name).toMatch(new RegExp(`^Summary_By_purpose_${name.replace(' ', '_')}_`))
    }
  })

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
