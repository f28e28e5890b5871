import { readFile } from 'node:fs/promises'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { today } from '@ledger/web/src/shared/api/today.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast, PHONE } from '../helpers/app-in-browser.ts'
import { BILL_COLUMNS, downloadSheet } from '../helpers/download-spreadsheet.ts'
import { rowValues, spreadsheetDate } from '../helpers/xlsx-reader.ts'

/** The auditor's filtered log is exported as a file: exactly the events of the filter, with the texts of the screen. */

let app: AppInBrowser
let rajesh: FieldUser
let bill: string

beforeAll(async () => {
  app = await openAppInBrowser()
  rajesh = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Vijay Nagar Plaza' })
  const ramesh = await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, rajesh, '500000', { date: '2026-04-01' })
  await transferMoney(rajesh, ramesh, '250', { date: '2026-04-02' })
  bill = await uploadBillFileForId(rajesh.client, await samplePhoto())
  const given = { amount: '123456.50', recipient: '=Sharma, "Sons"', date: '2026-04-03', bills: [bill] }
  const { id } = await recordExpenseOf(rajesh, given)
  await rajesh.client.delete(`/api/site/transactions/${id}`)
})
afterAll(() => app.close())

async function explorer(query: string, options: Parameters<typeof openAdminDashboard>[1] = {}): Promise<Page> {
  const page = await openAdminDashboard(app, { viewport: DESK, ...options })
  await page.goto(`${app.api.origin}/admin/audit${query}`)
  return page
}

it('counts the events that a filter leaves and exports just those, in the order of the log, amounts as numbers', async () => {
  const page = await explorer('?type=DebitRecorded')
  await page.getByText('1 event', { exact: true }).waitFor()
  const excel = page.getByRole('button', { name: 'Export as Excel' })
  const { name, sheet } = await downloadSheet(page, excel)
  await openToast(page).getByText('Report downloaded successfully!').waitFor()
  expect(name).toBe(`Events_DebitRecorded_up_to_${today()}.xlsx`)
  expect(sheet.name).toBe('Events')
  expect(rowValues(sheet.rows[0])).toEqual([
    ...['Position', 'Recorded at (IST)', 'What happened', 'Details', 'Whose account', 'Site'],
    ...['Date of the entry', 'Amount', 'Done by', 'Role', 'IP address', 'Event id', ...BILL_COLUMNS],
  ])
  expect(sheet.rows).toHaveLength(2)
  const [position, recordedAt, ...rest] = rowValues(sheet.rows[1])
  expect(position).toEqual(expect.any(Number))
  expect(recordedAt).toEqual(expect.any(Number))
  expect(Math.floor(Number(recordedAt))).toBe(spreadsheetDate(today()))
  expect(sheet.rows[1]?.[1]?.format).toBe('d/m/yyyy hh:mm:ss')
  expect(rest).toEqual([
    ...[
      'Expense',
      'Rajesh Patidar paid ₹1,23,456.50 to =Sharma, "Sons" for Cement',
      'Rajesh Patidar',
      'Vijay Nagar Plaza',
    ],
    ...[
      spreadsheetDate('2026-04-03'),
      123456.5,
      'Rajesh Patidar',
      'Site Incharge',
      expect.any(String),
      expect.any(String),
    ],
    ...[1, `${app.api.origin}/api/bills/${bill}`],
  ])
  expect(sheet.formulasAndLinks).toEqual([])

  await page.getByLabel('What happened').selectOption({ label: 'All' })
  const [rajeshs] = await page
    .getByLabel('Whose account')
    .getByRole('option', { name: /Rajesh/ })
    .all()
  await page.getByLabel('Whose account').selectOption((await rajeshs?.getAttribute('value')) ?? '')
  await page.getByText(/^[5-9] events$/).waitFor()
  const all = await downloadSheet(page, excel)
  expect(all.name).toBe(`Events_Rajesh_Patidar_up_to_${today()}.xlsx`)
  const types = all.sheet.rows.slice(1).map((row) => row[2]?.value)
  expect(types[0]).toBe('Account opened')
  expect(types.slice(-4)).toEqual(['Money sent to a site', 'Transfer to a supervisor', 'Expense', 'Entry deleted'])
  await page.close()
})

if (isFullRun)
  it('says it in Hindi to whoever reads Hindi, as CSV too, where no text begins a formula', async () => {
    const page = await explorer('?type=TransactionDeleted', { viewport: PHONE, language: 'hi' })
    await page.getByText('1 गतिविधि', { exact: true }).waitFor()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV फ़ाइल डाउनलोड करें' }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toBe(`Events_TransactionDeleted_up_to_${today()}.csv`)
    const [head = '', line = '', end] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(head).toBe(
      '\uFEFFक्रमांक,कब दर्ज हुआ (IST),क्या हुआ,ब्योरा,किसका खाता,साइट,एंट्री की तारीख,राशि,किसने किया,पद,IP पता,गतिविधि की ID,बिल,बिल के लिंक',
    )
    expect(line).toContain(
      ',"Rajesh Patidar ने अपना ₹1,23,456.50 का खर्च (=Sharma, ""Sons"") मिटाया",Rajesh Patidar,Vijay Nagar Plaza,2026-04-03,123456.50,Rajesh Patidar,साइट इंचार्ज,',
    )
    expect(line.endsWith(`,1,${app.api.origin}/api/bills/${bill}`)).toBe(true)
    expect(end).toBe('')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    await page.close()
  })

if (isFullRun)
  it('exports the access log as it is narrowed, several kinds of events in one', async () => {
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/audit/access`)
    const { name, sheet } = await downloadSheet(page, page.getByRole('button', { name: 'Export as Excel' }))
    expect(name).toBe(`Access_Log_up_to_${today()}.xlsx`)
    const types = new Set(sheet.rows.slice(1).map((row) => row[2]?.value))
    expect([...types].toSorted()).toEqual(['Password set', 'Report exported', 'Signed in'])
    const positions = sheet.rows.slice(1).map((row) => Number(row[0]?.value))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    await page.close()
  })

if (isFullRun)
  it('stops where it is told to, and is an event itself where it was not', async () => {
    const page = await explorer('')
    const excel = page.getByRole('button', { name: 'Export as Excel' })
    await excel.waitFor()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/api\/audit\/events\?.*limit=500/, async (route) => {
      await held
      await route.continue()
    })
    await excel.click()
    await page.getByRole('button', { name: /^Cancel \(0 of \d+\)$/ }).click()
    await excel.waitFor()
    await expect.poll(() => page.workers()).toHaveLength(0)
    release()
    await page.close()
    const { events } = expectBody(
      await app.office.get('/api/audit/events?type=ReportExported'),
      200,
      ROUTES.auditEvents.answer,
    )
    expect(events.map(({ data }) => data)).toEqual([
      { report: 'events', format: 'xlsx', rows: 1 },
      { report: 'events', format: 'xlsx', rows: expect.any(Number) },
      { report: 'events', format: 'csv', rows: 1 },
      { report: 'events', format: 'xlsx', rows: expect.any(Number) },
    ])
  })

it('said nothing else on the console', () => {
  // No signer runs here, so there is no key.
  app.ignoreConsole(/status of 404/)
  expect(app.consoleMessages).toEqual([])
})
