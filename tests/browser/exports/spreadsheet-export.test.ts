import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePdf, samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
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
import { type AppInBrowser, DESK, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import {
  downloadSheet,
  fullReportButton,
  LAST_COLUMNS,
  openExportDialog,
  SHEET_COLUMNS_OF_SECTION_3,
  summaryBlock,
} from '../helpers/download-spreadsheet.ts'
import { openExportMenu } from '../helpers/entry-table.ts'
import { rowValues, spreadsheetDate } from '../helpers/xlsx-reader.ts'

/** §2, Export dialog; §3, Spreadsheet export. */

let app: AppInBrowser
let incharge: FieldUser
let supervisor: FieldUser
/** The bills of the payments to the tea stall. */
let bills: string[]

const TODAY = dayOf(new Date().toISOString())
const RUPEES = String.raw`[>=10000000]"₹"##\,##\,##\,##0.00;[>=100000]"₹"##\,##\,##0.00;"₹"##,##0.00`
/** Texts that a spreadsheet would read as a formula, a number or a date if they were not stored as text. */
const DANGEROUS = ['=HYPERLINK("http://example.in","Bill")', '+1+1', '-2+3', '@SUM(A1:A9)', '1/4/2026', '007']

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Ravi Kumar', siteName: 'Ghat Road: A/2' })
  supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Sita Devi' })
  await sendMoneyTo(app.office, incharge, '12345678.90', { date: '2026-03-01' })
  await recordExpenseOf(incharge, { recipient: 'Oldest Traders', amount: '0.01', date: '2026-03-02' })
  // The first and the last instant of April in Kolkata, and their neighbours.
  const edges = { '2026-03-31T23:59:59.999+05:30': '1', '2026-04-01T00:00:00.000+05:30': '20' }
  const ends = { '2026-04-30T23:59:59.999+05:30': '300', '2026-05-01T00:00:00.000+05:30': '4000' }
  for (const [date, amount] of Object.entries({ ...edges, ...ends }))
    await recordExpenseOf(incharge, { recipient: 'Sharma & Sons', amount, date, narration: 'सीमेंट <10 बोरी> & रेत' })
  for (const [index, narration] of DANGEROUS.entries())
    await recordExpenseOf(incharge, {
      recipient: '=Steel Yard',
      purpose: narration,
      narration,
      amount: '123456.78',
      paymentMode: 'bank_transfer',
      date: `2026-06-0${index + 1}`,
    })
  bills = [
    await uploadBillFileForId(incharge.client, await samplePhoto()),
    await uploadBillFileForId(incharge.client, samplePdf()),
  ]
  await recordExpenseOf(incharge, {
    recipient: 'Tea Stall',
    amount: '1500.50',
    paymentMode: 'upi',
    date: '2026-06-10',
    bills,
  })
  await transferMoney(incharge, supervisor, '2500', { date: '2026-06-11' })
})
afterAll(() => app.close())

it('downloads every transaction, each cell of its type and format, and the summary', async () => {
  const page = await app.openSignedInPage(incharge.mobile)
  const dialog = await openExportDialog(page)
  await expect.poll(() => dialog.getByRole('definition').allTextContents()).toEqual(['1', '13', '14'])
  const { name, sheet } = await downloadSheet(page, fullReportButton(dialog))
  await openToast(page).getByText('Export Successful').waitFor()
  await openToast(page).getByText('Report downloaded successfully!').waitFor()
  expect(name).toBe(`Transaction_Report_Ghat_Road_A_2_up_to_${TODAY}.xlsx`)
  expect(sheet.name).toBe('Transaction Report')
  expect(sheet.widths).toEqual([12, 15, 15, 20, 25, 15, 30, 18, 8, 40, 20, 16])
  expect(sheet.frozenRows).toBe(1)
  expect(rowValues(sheet.rows[0])).toEqual([...SHEET_COLUMNS_OF_SECTION_3, ...LAST_COLUMNS])
  expect(sheet.rows[0]?.every((cell) => cell?.isBold)).toBe(true)
  expect(rowValues(sheet.rows[14]).slice(0, 5)).toEqual([
    ...[spreadsheetDate('2026-06-11'), null, 2500, 'Sita Devi', 'Transfer to Supervisor'],
  ])
  expect(rowValues(sheet.rows[13])).toEqual([
    ...[spreadsheetDate('2026-06-10'), null, 1500.5, 'Tea Stall', 'Cement', 'UPI', 'Ten bags', 'Expense Made'],
    ...[2, links(), null, VOUCHER_OF_EXPENSE],
  ])
  expect(rowValues(sheet.rows[6])).toEqual([
    ...[
      spreadsheetDate('2026-05-01'),
      null,
      4000,
      'Sharma & Sons',
      'Cement',
      'Cash',
      'सीमेंट <10 बोरी> & रेत',
      'Expense Made',
    ],
    ...[null, null, null, VOUCHER_OF_EXPENSE],
  ])
  expect(rowValues(sheet.rows[1])).toEqual([
    ...[spreadsheetDate('2026-03-01'), 12345678.9, null, 'Head Office', expect.any(String), 'Bank Transfer'],
    ...['For the site', 'Money Received', null, null, null, 'R/25-26/000001'],
  ])
  const formats = sheet.rows[1]?.map((cell) => cell?.format)
  const none = undefined
  expect(formats).toEqual(['d/m/yyyy', RUPEES, none, '@', '@', '@', '@', '@', none, none, none, '@'])
  expect(sheet.rows[2]?.[2]).toEqual({ value: 0.01, format: RUPEES, isBold: false })
  expect(sheet.rows).toHaveLength(15 + 1 + 5)
  const spent = 0.01 + 4321 + 6 * 123456.78 + 1500.5 + 2500
  expect(summaryBlock(sheet)).toEqual([
    ['Total Money Received', 12345678.9],
    ['Total Expenses Made', Math.round(spent * 100) / 100],
    ['of which Transfers Given', 2500],
    ['Current Balance (Surplus)', Math.round((12345678.9 - spent) * 100) / 100],
  ])
  expect(sheet.rows.at(-1)?.[3]?.format).toBe(RUPEES)
  await page.close()
})

const VOUCHER_OF_EXPENSE = expect.stringMatching(/^P\/26-27\/\d{6}$/)
const links = () => bills.map((id) => `${app.api.origin}/api/bills/${id}`).join(' ')

it('keeps texts texts: none is a formula, a number or a date', async () => {
  const page = await app.openSignedInPage(incharge.mobile, { viewport: DESK })
  const dialog = await openExportDialog(page, { path: '/balance-details', button: 'Export Report' })
  const { name, sheet } = await downloadSheet(
    page,
    dialog.getByRole('button', { name: 'Download the report of =Steel Yard' }),
  )
  expect(name).toBe(`Transaction_Report_Ghat_Road_A_2_Steel_Yard_up_to_${TODAY}.xlsx`)
  expect(sheet.formulasAndLinks).toEqual([])
  const rows = sheet.rows.slice(1, 7)
  expect(rows.map((row) => [row[3], row[4], row[6]])).toEqual(
    DANGEROUS.map((text) => [
      { value: '=Steel Yard', format: '@', isBold: false },
      { value: text, format: '@', isBold: false },
      { value: text, format: '@', isBold: false },
    ]),
  )
  expect(summaryBlock(sheet)).toEqual([
    ['Total Money Received', 0],
    ['Total Expenses Made', 740740.68],
    ['Net (Dr)', -740740.68],
  ])
  const lakh = String.raw`"₹"##\,##\,##0.00`
  expect(sheet.rows.at(-1)?.[3]?.format).toBe(`${lakh};-${lakh}`)
  await page.close()
})

it('shows the last five names with what they received and paid, and downloads the rows of one', async () => {
  const page = await app.openSignedInPage(incharge.mobile)
  const dialog = await openExportDialog(page)
  const people = dialog.getByRole('region', { name: 'Individual Reports' }).getByRole('listitem')
  await expect
    .poll(() => people.allInnerTexts().then((texts) => texts.map((text) => text.split(/\s*\n\s*/).join(', '))))
    .toEqual([
      'Sita Devi, Net ₹2,500 Dr, Received ₹0, Paid ₹2,500, 1 transaction',
      'Tea Stall, Net ₹1,500.50 Dr, Received ₹0, Paid ₹1,500.50, 1 transaction',
      '=Steel Yard, Net ₹7,40,740.68 Dr, Received ₹0, Paid ₹7,40,740.68, 6 transactions',
      'Sharma & Sons, Net ₹4,321 Dr, Received ₹0, Paid ₹4,321, 4 transactions',
      'Oldest Traders, Net ₹0.01 Dr, Received ₹0, Paid ₹0.01, 1 transaction',
    ])
  const { name, sheet } = await downloadSheet(
    page,
    dialog.getByRole('button', { name: 'Download the report of Sharma & Sons' }),
  )
  expect(name).toBe(`Transaction_Report_Ghat_Road_A_2_Sharma_Sons_up_to_${TODAY}.xlsx`)
  expect(sheet.rows.slice(1, 5).map((row) => row[2]?.value)).toEqual([1, 20, 300, 4000])
  expect(summaryBlock(sheet)[1]).toEqual(['Total Expenses Made', 4321])
  await page.close()
})

if (isFullRun)
  it('asks for both dates, and then exports what lies between them, both days included', async () => {
    const page = await app.openSignedInPage(incharge.mobile)
    const dialog = await openExportDialog(page)
    const counts = () => dialog.getByRole('definition').allTextContents()
    await expect.poll(counts).toEqual(['1', '13', '14'])
    await dialog.getByLabel('From').fill('2026-04-01')
    await dialog.getByRole('button', { name: 'Apply Filter' }).click()
    await dialog.getByText('Please select both start and end dates').waitFor()
    await dialog.getByLabel('To').fill('2026-03-31')
    await dialog.getByRole('button', { name: 'Apply Filter' }).click()
    await dialog.getByText('The end date is before the start date').waitFor()
    await dialog.getByLabel('To').fill('2026-04-30')
    await dialog.getByRole('button', { name: 'Apply Filter' }).click()
    await dialog.getByText('1 Apr 2026 to 30 Apr 2026').waitFor()
    await expect.poll(counts).toEqual(['0', '2', '2'])
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
    const { name, sheet } = await downloadSheet(page, fullReportButton(dialog))
    expect(name).toBe('Transaction_Report_Ghat_Road_A_2_2026-04-01_to_2026-04-30.xlsx')
    expect(sheet.rows.slice(1, 3).map((row) => [row[0]?.value, row[2]?.value])).toEqual([
      [spreadsheetDate('2026-04-01'), 20],
      [spreadsheetDate('2026-04-30'), 300],
    ])
    expect(summaryBlock(sheet)).toEqual([
      ['Opening Balance', 12345677.89],
      ['Total Money Received', 0],
      ['Total Expenses Made', 320],
      ['Closing Balance (Surplus)', 12345357.89],
    ])
    await dialog.getByRole('button', { name: 'Show all dates' }).click()
    await expect.poll(counts).toEqual(['1', '13', '14'])
    await page.close()
  })

if (isFullRun)
  it("exports a supervisor's own report", async () => {
    const page = await app.openSignedInPage(supervisor.mobile, { viewport: DESK })
    const dialog = await openExportDialog(page, { path: '/supervisor-dashboard', button: 'Excel' })
    await dialog.getByText('Net ₹2,500 Cr').waitFor()
    const { name, sheet } = await downloadSheet(page, fullReportButton(dialog))
    expect(name).toBe(`Transaction_Report_Sita_Devi_up_to_${TODAY}.xlsx`)
    expect(rowValues(sheet.rows[1]).slice(0, 4)).toEqual([spreadsheetDate('2026-06-11'), 2500, null, 'Ravi Kumar'])
    expect(sheet.rows[1]?.[7]?.value).toBe('Money Received')
    await page.close()
  })

if (isFullRun)
  it("exports head office's ledgers and beneficiaries with the same writer", async () => {
    const page = await openAdminDashboard(app)
    const section = await openDashboardSection(page, 'Site-Wise Ledger')
    await section.getByLabel('Site Incharge').selectOption({ label: 'Ravi Kumar, Ghat Road: A/2' })
    await section.getByLabel('From').fill('2026-06-10')
    await section.getByText('Tea Stall').waitFor()
    const ledger = await downloadSheet(page, await openExportMenu(section, 'Excel'))
    expect(ledger.name).toBe(`Ledger_Ravi_Kumar_Ghat_Road_A_2_2026-06-10_to_${TODAY}.xlsx`)
    expect(ledger.sheet.name).toBe('Transaction Report')
    expect(rowValues(ledger.sheet.rows[0])).toEqual([...SHEET_COLUMNS_OF_SECTION_3, 'Balance', ...LAST_COLUMNS])
    expect(ledger.sheet.widths).toEqual([12, 15, 15, 20, 25, 15, 30, 18, 15, 8, 40, 20, 16])
    expect(rowValues(ledger.sheet.rows[2]).slice(8)).toEqual([11599116.71, 2, links(), null, VOUCHER_OF_EXPENSE])
    const [opening, closing] = [0, -1].map((at) => summaryBlock(ledger.sheet).at(at))
    expect(opening).toEqual(['Opening Balance', 11600617.21])
    expect(closing).toEqual(['Current Balance (Surplus)', 11596616.71])
    expect(ledger.sheet.rows.slice(1, 5).map((row) => [row[0]?.value, row[3]?.value, row[8]?.value])).toEqual([
      [spreadsheetDate('2026-06-10'), 'Opening Balance', 11600617.21],
      [spreadsheetDate('2026-06-10'), 'Tea Stall', 11599116.71],
      [spreadsheetDate('2026-06-11'), 'Sita Devi', 11596616.71],
      [undefined, 'Closing Balance', 11596616.71],
    ])

    const supervisors = await openDashboardSection(page, 'Supervisor-wise Ledger')
    await supervisors.getByLabel('Period').selectOption('All time')
    await supervisors.getByText('Ravi Kumar').waitFor()
    const theirs = await downloadSheet(page, await openExportMenu(supervisors, 'Excel'))
    expect(theirs.name).toBe(`Ledger_Sita_Devi_up_to_${TODAY}.xlsx`)
    expect(theirs.sheet.rows[2]?.[1]?.value).toBe(2500)

    // No file is saved whose export is not recorded.
    await page.route('**/api/audit/exported', (route) => route.abort())
    const saved: string[] = []
    page.on('download', (file) => saved.push(file.suggestedFilename()))
    await (await openExportMenu(supervisors, 'Excel')).click()
    await openToast(page).getByText('Failed to download report').waitFor()
    expect(saved).toEqual([])
    await page.unroute('**/api/audit/exported')
    app.ignoreConsole(/net::ERR_FAILED/)

    const beneficiaries = await openDashboardSection(page, 'Beneficiary Reports')
    await beneficiaries.getByText('Tea Stall').waitFor()
    const paid = await downloadSheet(page, await openExportMenu(beneficiaries, 'Excel'))
    expect(paid.name).toBe(`Beneficiaries_up_to_${TODAY}.xlsx`)
    expect(rowValues(paid.sheet.rows[1])).toEqual(['=Steel Yard', 740740.68, 6, spreadsheetDate('2026-06-06')])
    await openToast(page).getByText('Export Successful').waitFor()

    await openDashboardSection(page, 'Site-Wise Ledger')
    await section.getByLabel('Site Incharge').selectOption({ label: 'Ravi Kumar, Ghat Road: A/2' })
    await section.getByLabel('From').fill('2026-07-01')
    await section.getByText('No transactions in this period: the balance stayed as it was.').waitFor()
    const balances = section.getByRole('row', { name: /^(Opening|Closing) balance .*1,15,96,616.71$/ })
    await expect.poll(() => balances.count()).toBe(2)
    const unmoved = await downloadSheet(page, await openExportMenu(section, 'Excel'))
    expect(unmoved.sheet.rows.slice(1, 4).map((row) => [row[3]?.value, row[8]?.value])).toEqual([
      ['Opening Balance', 11596616.71],
      ['No transactions in this period', undefined],
      ['Closing Balance', 11596616.71],
    ])
    await section.getByLabel('From').fill('2020-01-01')
    await section.getByLabel('To', { exact: true }).fill('2020-01-31')
    await section.getByText('No transactions in this period', { exact: true }).waitFor()
    await (await openExportMenu(section, 'Excel')).click()
    await openToast(page).getByText('No transactions available for export').waitFor()
    await page.close()

    const { events } = expectBody(
      await app.office.get('/api/audit/events?type=ReportExported'),
      200,
      ROUTES.auditEvents.answer,
    )
    expect(events.map(({ data }) => data)).toEqual([
      { report: 'site-ledger', format: 'xlsx', rows: 2 },
      { report: 'supervisor-ledger', format: 'xlsx', rows: 1 },
      { report: 'beneficiaries', format: 'xlsx', rows: expect.any(Number) },
      { report: 'site-ledger', format: 'xlsx', rows: 0 },
    ])
  })

if (isFullRun)
  it('reads a ledger again where something was booked between its balances and its rows', async () => {
    const busy = await hireFieldUser(app.office, 'site_incharge', { name: 'Busy Site' })
    await sendMoneyTo(app.office, busy, '100')
    const page = await openAdminDashboard(app)
    const section = await openDashboardSection(page, 'Site-Wise Ledger')
    await section.getByLabel('Site Incharge').selectOption({ label: `Busy Site, Site ${busy.mobile}` })
    await section.getByText('1 received, 0 spent').waitFor()
    const excel = await openExportMenu(section, 'Excel')
    let readings = 0
    await page.route(/\/api\/admin\/ledger\?.*limit=1$/, async (route) => {
      readings += 1
      const response = await route.fetch()
      if (readings === 1) await recordExpenseOf(busy, { amount: '30.25', recipient: 'In Between' })
      await route.fulfill({ response })
    })
    const { sheet } = await downloadSheet(page, excel)
    // A desk's list and menu read the sums as well.
    expect(readings).toBeGreaterThan(1)
    expect(sheet.rows.slice(1, 5).map((row) => [row[3]?.value, row[8]?.value])).toEqual([
      ['Opening Balance', 0],
      ['Head Office', 100],
      ['In Between', 69.75],
      ['Closing Balance', 69.75],
    ])
    await page.close()
  })

it('breaks no content security policy, which holds in the worker too', async () => {
  const page = await app.openSignedInPage(incharge.mobile)
  const policies: string[] = []
  page.on('response', (response) => {
    if (/worker/.test(response.url())) policies.push(response.headers()['content-security-policy'] ?? 'none')
  })
  // A breach in a worker is not reported by itself. The rows wait until the listener is installed, and the library for
  // the rows.
  const listening = page
    .waitForEvent('worker')
    .then((worker) =>
      worker.evaluate(() =>
        self.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`Breach of ${violatedDirective} by ${blockedURI}`),
        ),
      ),
    )
  await page.route('**/api/site/transactions?*', async (route) => {
    await listening
    await route.continue()
  })
  await downloadSheet(page, fullReportButton(await openExportDialog(page)))
  expect(policies.length).toBeGreaterThan(0)
  for (const policy of policies) {
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
  }
  await page.close()
})

it('said nothing else on the console, a breach of the content security policy least of all', () => {
  expect(app.consoleMessages).toEqual([])
})
