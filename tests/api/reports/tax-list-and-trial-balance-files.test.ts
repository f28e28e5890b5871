import { ROUTES } from '@ledger/contracts/http/routes.ts'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagesOfPdf, rowsOfCsv, sheetNamesOfWorkbook } from '../../environment/files/independent-file-readers.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** api.md, Books: the files of the list for tax and of the trial balance have the figures of the API. */

let api: TestService
let office: TestClient
let incharge: FieldUser
/** The end of the log before the last entry, which is dated long before. */
let early: number
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'रवि कुमार' })
  const supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita' })
  await sendMoneyTo(office, incharge, '200000', { date: '2025-04-02' })
  await transferMoney(incharge, supervisor, '500', { date: '2025-04-03' })
  await recordExpenseOf(incharge, {
    recipient: 'Big Works',
    amount: '150000.50',
    date: '2025-05-01',
    paymentMode: 'upi',
  })
  await recordExpenseOf(incharge, { recipient: '=Cash & Co', amount: '12345', date: '2025-05-02', paymentMode: 'cash' })
  const details = { pan: 'AAPFU0939F', gstin: null, phone: null }
  expect((await office.put('/api/admin/beneficiaries/b:big%20works/details', details)).status).toBe(200)
  early = await logEnd(api)
  await recordExpenseOf(supervisor, { recipient: 'anil', amount: '77', date: '2025-04-04' })
})
afterAll(() => api.close())

const fileOf = async (path: string) => {
  const reply = await office.get(path)
  expect(reply.status, reply.text.slice(0, 200)).toBe(200)
  return reply
}
async function sheetRows(bytes: Uint8Array) {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
  const rows: unknown[][] = []
  workbook.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  return rows
}
const textOf = async (bytes: Uint8Array) =>
  (await pagesOfPdf(new Uint8Array(bytes)))
    .flat()
    .flatMap(({ text }) => (text.trim() === '' ? [] : [text]))
    .join(' ')
const grouped = (decimal: string) => Number(decimal).toLocaleString('en-IN', { minimumFractionDigits: 2 })

it('has the list for tax in each format', async () => {
  const query = 'from=2025-04-01&to=2026-03-31'
  const list = expectBody(await office.get(`/api/admin/tax-list?${query}`), 200, ROUTES.taxList.answer)
  expect(list.map(({ over }) => over)).toEqual([['single', 'year'], ['cash']])
  const csv = await rowsOfCsv((await fileOf(`/api/admin/tax-list/file?${query}&format=csv`)).text)
  expect(csv.slice(1)).toEqual([
    ['Big Works', 'AAPFU0939F', '150000.50', '150000.50', '150000.50', 'at once, in the year', '', ''],
    ["'=Cash & Co", '', '12345.00', '12345.00', '12345.00', 'cash in a day', '', ''],
    ["'=Cash & Co", '', '', '', '', 'cash in a day', '2025-05-02', '12345.00'],
    ['Total', '', '162345.50', '', '', '', '', ''],
  ])
  const { bytes } = await fileOf(`/api/admin/tax-list/file?${query}&format=xlsx&language=hi`)
  expect(sheetNamesOfWorkbook(bytes)).toEqual(['टैक्स की सूची', 'सार'])
  const sheet = await sheetRows(bytes)
  expect(sheet[1]?.slice(0, 4)).toEqual(['Big Works', 'AAPFU0939F', 150000.5, 150000.5])
  expect(sheet.at(-1)?.slice(0, 3)).toEqual(['कुल', null, 162345.5].map((value) => value ?? undefined))
  const text = await textOf((await fileOf(`/api/admin/tax-list/file?${query}&format=pdf`)).bytes)
  for (const part of ['Payments above the limits for tax', 'AAPFU0939F', '1,50,000.50', 'Total 1,62,345.50'])
    expect(text).toContain(part)
  const [recorded] = (await eventsAfter(api, 0, 'ReportExported')).slice(-1)
  expect(recorded?.data).toEqual({ report: 'tax-list', format: 'pdf', rows: 2 })
})

const trialBalance = async (query: string) =>
  expectBody(await office.get(`/api/admin/trial-balance?${query}`), 200, ROUTES.trialBalance.answer)

it('has every account of a day, and as recorded by a moment, whose sum is 0', async () => {
  const dated = await trialBalance('dated=2025-04-30')
  expect(dated).toMatchObject({ dated: '2025-04-30', recorded: null })
  expect(dated.accounts.map(({ name, balance }) => [name, balance])).toEqual([
    ['head_office', '-200000.00'],
    ['Sita', '423.00'],
    ['रवि कुमार', '199500.00'],
    ['anil', '77.00'],
  ])
  const recorded = await trialBalance(`recorded=${early}`)
  expect(recorded).toMatchObject({ dated: null, recorded: { position: early } })
  expect(recorded.accounts.find(({ name }) => name === 'Sita')?.balance).toBe('500.00')
  expect(recorded.accounts.some(({ name }) => name === 'anil')).toBe(false)
  for (const { trialBalance: sums } of [dated, recorded]) expect(sums.difference).toBe('0.00')
  const [last] = await eventsAfter(api, early - 1)
  expect((await trialBalance(`recorded=${encodeURIComponent(String(last?.recordedAt))}`)).accounts).toEqual(
    recorded.accounts,
  )
  for (const query of ['', 'dated=2025-04-30&recorded=3', 'recorded=yesterday', 'dated=30-04-2025'])
    expect((await office.get(`/api/admin/trial-balance?${query}`)).status, query).toBe(400)
})

it('has the trial balance as a file, and both side by side with their difference', async () => {
  const both = `dated=2025-04-30&recorded=${early}`
  const csv = await rowsOfCsv((await fileOf(`/api/admin/trial-balance/file?${both}&format=csv`)).text)
  expect(csv[0]).toEqual([
    ...['Account', 'Kind', 'Dated: Received (₹)', 'Dated: Spent (₹)', 'Dated: Balance (₹)'],
    ...['Recorded: Received (₹)', 'Recorded: Spent (₹)', 'Recorded: Balance (₹)', 'Difference (₹)'],
  ])
  const lineOf = (name: string) => csv.find(([account]) => account === name)?.slice(2)
  expect(lineOf('Sita')).toEqual(['500.00', '77.00', '423.00', '500.00', '0.00', '500.00', '77.00'])
  expect(lineOf('anil')).toEqual(['77.00', '0.00', '77.00', '0.00', '0.00', '0.00', '-77.00'])
  expect(lineOf('Big Works')).toEqual([...['0.00', '0.00', '0.00'], ...['150000.50', '0.00', '150000.50', '150000.50']])
  expect([csv.at(-1)?.[0], csv.at(-1)?.[4], csv.at(-1)?.[7], csv.at(-1)?.[8]]).toEqual([
    'Total',
    '0.00',
    '0.00',
    '0.00',
  ])

  const dated = await trialBalance('dated=2026-03-31')
  const sheet = await sheetRows((await fileOf('/api/admin/trial-balance/file?dated=2026-03-31&format=xlsx')).bytes)
  const figuresByName = new Map(
    dated.accounts.map(({ name, received, spent, balance }) => [name, [received, spent, balance].map(Number)]),
  )
  const lines = sheet.slice(1, -1).map(([name, , ...figures]) => [name, figures] as const)
  // Head office, people, beneficiaries, each in the order in which a reader looks for a name.
  const order = ['Head Office', 'Sita', 'रवि कुमार', '=Cash & Co', 'anil', 'Big Works']
  expect(lines).toEqual(order.map((name) => [name, figuresByName.get(name === 'Head Office' ? 'head_office' : name)]))
  expect(sheet.at(-1)?.[4]).toBe(0)
  const text = await textOf(
    (await fileOf('/api/admin/trial-balance/file?dated=2026-03-31&format=pdf&language=hi')).bytes,
  )
  for (const { balance } of dated.accounts) expect(text).toContain(grouped(balance))
  expect((await office.get('/api/admin/trial-balance/file?format=pdf')).status).toBe(400)
})
