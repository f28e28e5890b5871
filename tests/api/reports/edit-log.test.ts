import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagesOfPdf, rowsOfCsv, textsOfWorkbook } from '../../environment/files/independent-file-readers.ts'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** The edit log, complete and filtered, is the same on the screen and in its files. */

let api: TestService
let office: TestClient
let one: FieldUser
let other: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  one = await hireFieldUser(office, 'site_incharge')
  other = await hireFieldUser(office, 'site_incharge')
  await sendMoneyTo(office, one, '123456.50')
  const { id } = await recordExpenseOf(one)
  await one.client.put(`/api/site/transactions/${id}`, {
    ...sampleExpenseBody,
    amount: '222.00',
    paymentMode: 'bank_transfer',
  })
  await one.client.delete(`/api/site/transactions/${id}`)
  await recordExpenseOf(other)
})
afterAll(() => api.close())

const nameOf = ({ mobile }: FieldUser) => `Worker ${mobile}`

async function rowsOf(query: string) {
  return expectBody(await office.get(`/api/audit/edit-log${query}`), 200, ROUTES.auditEditLog.answer).rows
}

const countOf = async (query: string) =>
  expectBody(await office.get(`/api/audit/edit-log/count${query}`), 200, ROUTES.auditEditLogCount.answer).count

it('says how many changes there are in all, in every period, beside the events that are none', async () => {
  const everything = await rowsOf('')
  expect(await countOf('')).toBe(everything.length)
  expect((await eventsAfter(api, 0)).length).toBeGreaterThan(everything.length)
  const today = dayOf(new Date().toISOString())
  expect(await countOf(`?from=${today}&to=${today}`)).toBe(everything.length)
  expect(await countOf('?year=2019')).toBe(0)
  expect(await countOf('?year=2019&action=created')).toBe(0)
})

it('is narrowed by what was done, by whom, and whom it concerns, on the screen as in a file', async () => {
  const everything = await rowsOf('')
  const actions = everything.map(({ action }) => action)
  expect(new Set(actions)).toEqual(new Set(['created', 'changed', 'deleted']))
  const isAsked: [string, (row: (typeof everything)[number]) => boolean][] = [
    ['action=changed,deleted', ({ action }) => action !== 'created'],
    ['action=created', ({ action }) => action === 'created'],
    [`actor=${one.id}`, ({ actor }) => actor.name === nameOf(one)],
    [`account=${other.id}`, ({ subjectName }) => subjectName === nameOf(other)],
    [
      `account=${one.id}&action=deleted`,
      ({ subjectName, action }) => subjectName === nameOf(one) && action === 'deleted',
    ],
    ['actor=site_9999999999', () => false],
  ]
  for (const [query, isShown] of isAsked) {
    const shown = everything.filter(isShown)
    expect(await rowsOf(`?${query}`), query).toEqual(shown)
    expect(await countOf(`?${query}`), query).toBe(shown.length)
    if (query.includes('9999999999')) continue
    const rows = await rowsOfCsv((await office.get(`/api/audit/edit-log/file?format=csv&${query}`)).text)
    expect([...new Set(rows.slice(1).map(([position]) => Number(position)))], query).toEqual(
      shown.map(({ position }) => position),
    )
    expect((await eventsAfter(api, 0, 'ReportExported')).at(-1)?.data).toMatchObject({ rows: shown.length })
  }
})

it('goes on, page by page, where the page before ended', async () => {
  const all = await rowsOf('?action=created')
  const [, second] = all
  expect(await rowsOf(`?action=created&after=${second?.position}`)).toEqual(all.slice(2))
})

it('refuses what is no action, and finds no file for somebody who is not there', async () => {
  for (const action of ['', 'moved', 'created,', 'created,created,created,created'])
    expect((await office.get(`/api/audit/edit-log?action=${action}`)).status).toBe(400)
  expect((await office.get('/api/audit/edit-log/file?format=csv&actor=site_9999999999')).status).toBe(404)
})

it('is written as people read it: times in India, modes in words, amounts as numbers', async () => {
  const rows = await rowsOfCsv((await office.get('/api/audit/edit-log/file?format=csv&action=changed')).text)
  const [changed] = (await rowsOf('?action=changed')).slice(-1)
  const lines = rows.filter(([position]) => Number(position) === changed?.position)
  expect(lines.map((line) => line.slice(9, 12))).toEqual([
    ['Amount', `${sampleExpenseBody.amount}`, '222.00'],
    ['Payment mode', 'Cash', 'Bank Transfer'],
  ])
  // A date-time that every spreadsheet reads as one.
  expect(lines[0]?.[1]).toMatch(/^2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const inHindi = (await office.get('/api/audit/edit-log/file?format=csv&action=changed&language=hi')).text
  expect(inHindi).toContain('भुगतान का तरीका,नकद,बैंक ट्रांसफ़र')
  expect(inHindi).not.toMatch(/bank_transfer|T\d\d:\d\d/)
})

it('says of an entry which bills came and went, and at the end of each line how many there are and where', async () => {
  const [first, second] = [
    await uploadBillFileForId(one.client, await samplePhoto()),
    await uploadBillFileForId(one.client, await samplePhoto()),
  ]
  const { id } = await recordExpenseOf(one, { bills: [first] })
  await one.client.put(`/api/site/transactions/${id}`, { ...sampleExpenseBody, bills: [first, second] })
  await one.client.put(`/api/site/transactions/${id}`, { ...sampleExpenseBody, bills: [second] })
  await one.client.delete(`/api/site/transactions/${id}`)
  const rows = (await rowsOf(`?account=${one.id}`)).filter(({ subjectId }) => subjectId === id)
  const [a, b] = [first, second].map((bill) => bill.slice(0, 12))
  const told = rows.map(({ fields }) => fields.filter(({ field }) => field === 'bills'))
  expect(told).toEqual([
    [{ field: 'bills', before: null, after: a }],
    [{ field: 'bills', before: a, after: `${a}, ${b}` }],
    [{ field: 'bills', before: `${a}, ${b}`, after: b }],
    [{ field: 'bills', before: b, after: null }],
  ])
  expect(rows.map(({ bills }) => bills)).toEqual([[first], [first, second], [second], [second]])
  const lines = await rowsOfCsv((await office.get('/api/audit/edit-log/file?format=csv&action=changed,deleted')).text)
  const [head] = lines
  expect(head?.slice(-2)).toEqual(['Bills', 'Bill Links'])
  const ends = lines.filter((line) => line[5] === id).map((line) => line.slice(-2).join(' '))
  const at = (bill: string) => `${api.origin.replace('127.0.0.1', 'localhost')}/api/bills/${bill}`
  expect([...new Set(ends)]).toEqual([`2 ${at(first)} ${at(second)}`, `1 ${at(second)}`])
  expect(lines.find((line) => line[0] === String(rows[0]?.position))).toBeUndefined()
})

async function download(query: string): Promise<Uint8Array> {
  const cookie = [...office.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${api.origin}/api/audit/edit-log/file?${query}`, { headers: { cookie } })
  return new Uint8Array(await response.arrayBuffer())
}

if (isFullRun)
  it('has amounts in a workbook that can be added up', async () => {
    const { default: ExcelJS } = await import('exceljs')
    const bytes = await download('format=xlsx')
    expect(textsOfWorkbook(bytes)).toContain('222')
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(Buffer.from(bytes) as never)
    const values = book.worksheets[0]?.getColumn(12).values ?? []
    expect(values).toContain(123_456.5)
    expect(values).not.toContain('222.00')
    const cell = book.worksheets[0]?.getCell(values.indexOf(123_456.5), 12)
    expect(cell?.numFmt).toMatch(/"₹"##.?,##.?,##0\.00/)
  })

it('has times in a workbook that can be sorted and subtracted, and prints across A4 with company and page number', async () => {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(Buffer.from(await download('format=xlsx&from=2026-01-01')) as never)
  const [sheet] = book.worksheets
  const [first] = await rowsOf('')
  const inIndia = new Date(Date.parse(first?.recordedAt ?? '') + 5.5 * 3_600_000)
  const recorded = sheet?.getCell('B2')
  expect(Math.abs(Number(recorded?.value) - inIndia.getTime())).toBeLessThan(2)
  expect(recorded?.numFmt).toBe('d/m/yyyy hh:mm:ss')
  const dates = sheet?.getColumn(10).values.flatMap((field, row) => (field === 'Date' ? [sheet.getCell(row, 12)] : []))
  expect(dates?.length).toBeGreaterThan(0)
  for (const { value } of dates ?? []) expect(value === null || value instanceof Date).toBe(true)
  expect(sheet?.pageSetup).toMatchObject({ paperSize: 9, orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 })
  expect(sheet?.pageSetup.printTitlesRow).toBe('1:1')
  expect(sheet?.headerFooter.oddHeader).toMatch(/^&L \S.*\nEverything that was .*&R Edit Log\nFrom 1 Jan 2026 to now$/)
  expect(sheet?.headerFooter.oddFooter).toBe('&RPage &P of &N')
  expect(sheet?.getCell('A1').font?.bold).toBe(true)
})

it('names at the head of each printed page whom the list is about, however much was done', async () => {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(Buffer.from(await download(`format=xlsx&account=${other.id}`)) as never)
  const head = book.worksheets[0]?.headerFooter.oddHeader ?? ''
  expect(head).toContain(`Concerning: ${nameOf(other)}`)
  expect(head).toContain('; Everything that was created, changed and deleted')
  expect(head.length).toBeLessThanOrEqual(255)
})

if (isFullRun)
  it('lies on a table as a PDF: a head over the columns of each page, rupees as they are written in India', async () => {
    const textsOf = async (query: string) => {
      const pages = await pagesOfPdf(await download(`format=pdf&${query}`))
      return pages.map((page) =>
        page
          .map(({ text }) => text)
          .join('')
          .replaceAll(' ', ''),
      )
    }
    for (const page of await textsOf('action=created'))
      for (const said of ['Oldvalue', 'Newvalue', '₹1,23,456.50', 'Onlywhatwascreated', 'Page1of1'])
        expect(page).toContain(said)
    // The PDF's text is read back as glyphs, so the test can search only for text that Hindi shaping leaves unchanged.
    for (const page of await textsOf('action=created&language=hi')) {
      expect(page).toContain('₹1,23,456.50')
      expect(page).not.toMatch(/Old|New|Page|Bank/)
    }
    const [empty, ...more] = await textsOf('year=2001')
    expect(empty).toContain('Nothingwasfound')
    expect(more).toEqual([])
  })
