import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  pagesOfPdf,
  rowsOfCsv,
  sheetNamesOfWorkbook,
  textsOfWorkbook,
} from '../../environment/files/independent-file-readers.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { closeBooks } from '../../environment/service/close-books.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** api.md, Books: statements and cash books as files, whose figures are those of the API's rows. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let statement: Statement
const EXPENSES = 40
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'रवि कुमार', siteName: 'Green Valley' })
  const supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita' })
  await sendMoneyTo(office, incharge, '150000', { date: '2026-03-30', paymentMode: 'cash' })
  await transferMoney(incharge, supervisor, '100', { date: '2026-04-01', paymentMode: 'upi' })
  for (let index = 0; index < EXPENSES; index++)
    await recordExpenseOf(incharge, {
      ...{ amount: `${100 + index}.25`, date: `2026-04-${String(2 + (index % 20)).padStart(2, '0')}` },
      ...{ paymentMode: index % 2 === 0 ? 'cash' : 'upi', purpose: index % 3 === 0 ? 'सीमेंट' : 'Cement' },
      ...{ recipient: '=SUM(A1)', narration: '-2+3', reference: `+91 ${index}` },
    })
  await sendMoneyTo(office, incharge, '250000', { date: '2026-04-25' })
  const reply = await office.get(`/api/admin/statement?account=${incharge.id}&${APRIL}`)
  statement = expectBody(reply, 200, ROUTES.statement.answer)
})
afterAll(() => api.close())

const APRIL = 'from=2026-04-01&to=2026-04-30'
const fileOf = async (query: string) => {
  const reply = await office.get(`/api/admin/statement/file?account=${incharge.id}&${APRIL}&${query}`)
  expect(reply.status).toBe(200)
  return reply
}
const amountOrNothing = (amount: string) => (amount === '0.00' ? '' : amount)

async function sheetsOf(bytes: Uint8Array) {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
  return workbook.worksheets
}

it('has the balances that the postings of the log add up to', async () => {
  const { rows } = await api.sql.query<{ opening: string; closing: string }>(
    `SELECT sum(moved) FILTER (WHERE date < '2026-03-31T18:30Z') AS opening, sum(moved) AS closing FROM (
      SELECT date, CASE side WHEN 'received' THEN paise ELSE -paise END AS moved FROM events
      CROSS JOIN LATERAL json_to_recordset(data::json -> 'postings') AS p (account text, side text, paise bigint)
      WHERE account = (SELECT account_id::text FROM contacts WHERE mobile = $1) AND date < '2026-04-30T18:30Z') AS m`,
    [incharge.mobile],
  )
  const { opening, closing } = statement
  expect([opening, closing].map((amount) => `${paiseOf(amount)}`)).toEqual([rows[0]?.opening, rows[0]?.closing])
})

it('adds up by mode and day, as does every account of the trial balance, to the postings of the log', async () => {
  const { rows } = await api.sql.query<{ mode: string; day: string; account: string; side: string; paise: number }>(
    `SELECT data::json #>> '{entry,paymentMode}' AS mode, account, side, paise::int AS paise,
      to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day FROM events
    CROSS JOIN LATERAL json_to_recordset(data::json -> 'postings') AS p (account text, side text, paise bigint)
    WHERE date < '2026-04-30T18:30Z'`,
  )
  type Posting = (typeof rows)[number]
  const add = (postings: Posting[], side: string) =>
    postings.reduce((sum, posting) => sum + (posting.side === side ? posting.paise : 0), 0)
  const figures = (postings: Posting[]) => [add(postings, 'received'), add(postings, 'spent')].map(formatAmount)
  const { rows: known } = await api.sql.query('SELECT account_id FROM contacts WHERE mobile = $1', [incharge.mobile])
  const own = rows.filter(({ account }) => account === known[0]?.account_id)

  const byMode = Map.groupBy(
    own.filter(({ day }) => day >= '2026-04-01'),
    ({ mode }) => mode,
  )
  expect(Object.fromEntries(statement.totals.byMode.map((one) => [one.mode, [one.in, one.out]]))).toEqual(
    Object.fromEntries([...byMode].map(([mode, postings]) => [mode, figures(postings)])),
  )

  const path = `/api/admin/cash-book?account=${incharge.id}&${APRIL}&mode=cash`
  const book = expectBody(await office.get(path), 200, ROUTES.cashBook.answer)
  const cash = own.filter(({ mode }) => mode === 'cash')
  const days = [...new Set(cash.map(({ day }) => day))].filter((day) => day >= '2026-04-01').toSorted()
  const balanceUpTo = (day: string) => {
    const before = cash.filter((posting) => posting.day <= day)
    return formatAmount(add(before, 'received') - add(before, 'spent'))
  }
  expect(book.days.map((day) => [day.date, day.in, day.out, day.closing])).toEqual(
    days.map((day) => [day, ...figures(cash.filter((posting) => posting.day === day)), balanceUpTo(day)]),
  )

  const balances = await office.get('/api/admin/trial-balance?dated=2026-04-30')
  const { accounts } = expectBody(balances, 200, ROUTES.trialBalance.answer)
  const byAccount = Map.groupBy(rows, ({ account }) => account)
  expect(Object.fromEntries(accounts.map((one) => [one.account, [one.received, one.spent]]))).toEqual(
    Object.fromEntries([...byAccount].map(([account, postings]) => [account, figures(postings)])),
  )
})

it('has all rows as json, and records the export', async () => {
  const reply = await fileOf('format=json')
  expect(reply.json).toEqual(statement)
  expect(reply.headers['content-disposition']).toBe('attachment; filename="statement 2026-04-01 to 2026-04-30.json"')
  const [recorded] = (await eventsAfter(api, 0, 'ReportExported')).slice(-1)
  expect(recorded?.data).toEqual({ report: 'statement', format: 'json', rows: statement.rows.length })
})

it('has every row as csv between its balances, and no cell begins a formula', async () => {
  const [heads, opening, ...rows] = await rowsOfCsv((await fileOf('format=csv')).text)
  expect(heads?.slice(-3)).toEqual(['Received (₹)', 'Paid (₹)', 'Balance (₹)'])
  expect([opening?.[1], opening?.at(-1)]).toEqual(['Opening balance', statement.opening])
  expect([rows.at(-1)?.[1], rows.at(-1)?.at(-1)]).toEqual(['Closing balance', statement.closing])
  expect(rows.slice(0, -1).map((row) => [row[0], ...row.slice(-3)])).toEqual(
    statement.rows.map((row) => [dayOf(row.date), ...[amountOrNothing(row.in), amountOrNothing(row.out)], row.balance]),
  )
  expect(rows[1]?.slice(1, 6)).toEqual(["'=SUM(A1)", 'सीमेंट', "'-2+3", 'Cash', "'+91 0"])
})

it('has every row in a workbook with dates and numbers, and its sums on a sheet of their own', async () => {
  const { bytes } = await fileOf('format=xlsx&language=hi')
  const [sheet, summary] = await sheetsOf(bytes)
  expect(sheet?.name).toBe('खाते का हिसाब')
  expect(sheet?.views).toMatchObject([{ state: 'frozen', ySplit: 1 }])
  const rows: unknown[][] = []
  sheet?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  expect(rows[1]?.at(-1)).toBe(Number(statement.opening))
  expect(rows.at(-1)?.at(-1)).toBe(Number(statement.closing))
  expect(rows.slice(2, -1).map((row) => [row[0], row[7] ?? null, row[8] ?? null, row[9]])).toEqual(
    statement.rows.map((row) => [
      new Date(`${dayOf(row.date)}T00:00:00Z`),
      ...[row.in, row.out].map((amount) => (amount === '0.00' ? null : Number(amount))),
      Number(row.balance),
    ]),
  )
  // The texts are well-formed, and what looks like a formula is a text.
  expect(textsOfWorkbook(bytes)).toContain('=SUM(A1)')
  const sums: unknown[][] = []
  summary?.eachRow((row) => sums.push((row.values as unknown[]).slice(1)))
  expect(sums).toContainEqual(['कुल', Number(statement.totals.in), Number(statement.totals.out), statement.rows.length])
  expect(sums).toContainEqual(['नकद', 0, Number(sumOf('cash')), EXPENSES / 2])
})

const sumOf = (mode: string) => statement.totals.byMode.find((sums) => sums.mode === mode)?.out ?? ''

const grouped = (decimal: string) => Number(decimal).toLocaleString('en-IN', { minimumFractionDigits: 2 })

async function textsOfPages(bytes: Uint8Array): Promise<string[]> {
  const pages = await pagesOfPdf(new Uint8Array(bytes))
  return pages.map((page) => page.flatMap(({ text }) => (text.trim() === '' ? [] : [text])).join(' '))
}

it('carries the balance from page to page on paper, and ends with sums and signatures', async () => {
  const pages = await textsOfPages((await fileOf('format=pdf')).bytes)
  const [first = ''] = pages
  expect(first).toContain(`Opening balance ${grouped(statement.opening)}`)
  expect(first).toContain(`Page 1 of ${pages.length}`)
  const { in: received, out } = statement.totals
  const text = pages.join(' ')
  expect(text).toContain(`Closing balance ${[received, out, statement.closing].map(grouped).join(' ')}`)
  expect(text).toContain(`Cash 0.00 ${grouped(sumOf('cash'))} ${EXPENSES / 2}`)
  expect(pages.at(-1)).toContain('Prepared by')
  const carried = pages.filter((page) => page.includes('Carried forward'))
  expect(carried.length).toBeGreaterThan(0)
  let count = 0
  for (const [number, page] of carried.entries()) {
    count += statement.rows.slice(count).findLastIndex(({ balance }) => page.includes(grouped(balance))) + 1
    // It is what the rows up to here add up to, and brought forward is the same.
    const upToHere = statement.rows.slice(0, count)
    const add = (of: 'in' | 'out') => formatAmount(upToHere.reduce((sum, row) => sum + paiseOf(row[of]), 0))
    const figures = [add('in'), add('out'), upToHere.at(-1)?.balance ?? ''].map(grouped).join(' ')
    expect(page).toContain(`Carried forward ${figures}`)
    expect(pages[number + 1]).toContain(`Brought forward ${figures}`)
  }
  for (const { balance } of statement.rows) expect(text).toContain(grouped(balance))
})

if (isFullRun)
  it('has the same figures on paper in Hindi', async () => {
    const [english, hindi] = await Promise.all(
      ['en', 'hi'].map(async (language) =>
        (await textsOfPages((await fileOf(`format=pdf&language=${language}`)).bytes)).join(' '),
      ),
    )
    const figuresOf = (text = '') => text.match(/\d[\d,]*\.\d\d/g)
    expect(figuresOf(hindi)).toEqual(figuresOf(english))
    expect(hindi).toContain('नकद')
  })

it('has the cash book of a mode as pdf, xlsx and csv with the figures of the API', async () => {
  const query = `account=${incharge.id}&${APRIL}&mode=cash`
  const book = expectBody(await office.get(`/api/admin/cash-book?${query}`), 200, ROUTES.cashBook.answer)
  const file = async (format: string) => {
    const reply = await office.get(`/api/admin/cash-book/file?${query}&format=${format}`)
    expect(reply.status).toBe(200)
    return reply
  }
  const csv = (await rowsOfCsv((await file('csv')).text)).slice(2, -1)
  expect(csv).toEqual(
    book.days.map((day) => [day.date, '', day.opening, day.in, day.out, day.closing, `${day.entries}`]),
  )
  const rows: unknown[][] = []
  const [sheet] = await sheetsOf((await file('xlsx')).bytes)
  sheet?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  expect(rows.slice(2, -1)).toEqual(
    book.days.map((day) => [
      ...[new Date(`${day.date}T00:00:00Z`), undefined],
      ...[day.opening, day.in, day.out, day.closing].map(Number),
      day.entries,
    ]),
  )
  const text = (await textsOfPages((await file('pdf')).bytes)).join(' ')
  expect(text).toContain('Only Cash')
  for (const { closing } of book.days) expect(text).toContain(grouped(closing))
  const [recorded] = (await eventsAfter(api, 0, 'ReportExported')).slice(-1)
  expect(recorded?.data).toEqual({ report: 'cash-book', format: 'pdf', rows: book.days.length })
})

it('has the days of a cash book that its record counts, though another is added before it is made', async () => {
  const anil = await hireFieldUser(office, 'site_incharge', { siteName: 'Indore' })
  await recordExpenseOf(anil, { amount: '70', date: '2026-04-03' })
  const { log } = api.company
  const submit = log.submit.bind(log)
  const spy = vi.spyOn(log, 'submit').mockImplementation(async (envelope) => {
    const answer = await submit(envelope)
    spy.mockRestore()
    await recordExpenseOf(anil, { amount: '80', date: '2026-04-04' })
    // A second read would find it: this one waits until the read models have it.
    await office.get(`/api/admin/cash-book?account=${anil.id}&${APRIL}`)
    return answer
  })
  const reply = await office.get(`/api/admin/cash-book/file?account=${anil.id}&${APRIL}&format=csv`)
  const days = (await rowsOfCsv(reply.text)).slice(2, -1)
  expect(days.map(([day]) => day)).toEqual(['2026-04-03'])
  const [recorded] = (await eventsAfter(api, 0, 'ReportExported')).slice(-1)
  expect(recorded?.data).toEqual({ report: 'cash-book', format: 'csv', rows: 1 })
})

it('marks the days that close below zero in each file of a cash book, in both languages', async () => {
  const anil = await hireFieldUser(office, 'site_incharge', { siteName: 'Dewas' })
  await recordExpenseOf(anil, { amount: '70', date: '2026-04-03' })
  await sendMoneyTo(office, anil, '100', { date: '2026-04-05' })
  const file = async (query: string) =>
    office.get(`/api/admin/cash-book/file?account=${anil.id}&${APRIL}&format=${query}`)
  const marks = (await rowsOfCsv((await file('csv')).text)).map((row) => row[1])
  expect(marks).toEqual(['Below zero', '', 'below zero', '', ''])
  const hindi = 'शून्य से कम'
  expect(textsOfWorkbook((await file('xlsx&language=hi')).bytes).filter((text) => text === hindi)).toHaveLength(2)
  const paper = (await textsOfPages((await file('pdf')).bytes)).join(' ')
  expect(paper.match(/below zero/g)).toHaveLength(1)
  expect(paper).toContain('All payment modes')
})

it('names the sheets of a site in at most 31 characters, as Excel does', async () => {
  const namesOf = async (path: string) =>
    sheetNamesOfWorkbook((await office.get(`${path}/file?site=${incharge.id}&${APRIL}&format=xlsx`)).bytes)
  expect(await namesOf('/api/admin/statement')).toEqual(['Statement of site', 'Summary'])
  expect(await namesOf('/api/admin/cash-book')).toEqual(['Cash book of site', 'Summary'])
})

it('adds up to the same total by mode and by purpose on paper, with the cash that a supervisor brings', async () => {
  const ravi = await hireFieldUser(office, 'site_incharge', { siteName: 'Palasia' })
  const supervisor = await hireFieldUser(office, 'supervisor', { siteId: ravi.id, siteFrom: '2026-04-10' })
  await sendMoneyTo(office, ravi, '1000', { date: '2026-04-01', paymentMode: 'cash' })
  await transferMoney(ravi, supervisor, '300', { date: '2026-04-02', paymentMode: 'cash' })
  const { bytes } = await office.get(`/api/admin/statement/file?site=${ravi.id}&${APRIL}&format=pdf`)
  const [byMode = '', byPurpose = ''] = (await textsOfPages(bytes)).join(' ').split('By purpose')
  for (const table of [byMode.split('By payment mode')[1], byPurpose])
    expect(table).toContain('Brought and taken along by supervisors 300.00 0.00 0 Total 1,300.00 300.00 2')
})

it('ends a day book with the numbers of deleted entries, so that none is missing', async () => {
  const JUNE = 'from=2026-06-01&to=2026-06-30'
  const entries = [
    ...[
      await recordExpenseOf(incharge, { date: '2026-06-01' }),
      await recordExpenseOf(incharge, { date: '2026-06-02' }),
    ],
    await recordExpenseOf(incharge, { date: '2026-06-03' }),
  ]
  const gone = `/api/site/transactions/${entries[1]?.id}`
  expect((await incharge.client.delete(gone)).status).toBe(200)
  const rows = await rowsOfCsv((await office.get(`/api/admin/statement/file?${JUNE}&format=csv`)).text)
  const numbers = rows.slice(2, -1).map((row) => [row[0], Number(row[8]?.slice('P/26-27/'.length))])
  const [[, first = 0] = []] = numbers
  expect(numbers).toEqual([
    ['2026-06-01', first],
    ['2026-06-03', Number(first) + 2],
    ['2026-06-02', Number(first) + 1],
  ])
  expect(rows.at(-2)).toEqual([
    '2026-06-02',
    'Cancelled: entry deleted',
    ...Array(6).fill(''),
    rows.at(-2)?.[8],
    ...Array(3).fill(''),
  ])
  const voucher = rows.at(-2)?.[8] ?? ''
  const file = (query: string) => office.get(`/api/admin/statement/file?${JUNE}&format=${query}`)
  expect((await textsOfPages((await file('pdf')).bytes)).join(' ')).toMatch(/Cancelled: entry deleted .*P\/26-27\/\d+/)
  expect(textsOfWorkbook((await file('xlsx&language=hi')).bytes)).toEqual(
    expect.arrayContaining(['कैंसिल: एंट्री मिटाई गई', voucher]),
  )
  const cancelled = [{ day: '2026-06-02', voucher }]
  expect((await file('json')).json).toMatchObject({ cancelled })
  // On the last page alone, where its last row is.
  const pageOf = async (query: string) =>
    expectBody(await office.get(`/api/admin/statement?${JUNE}&limit=1${query}`), 200, ROUTES.statement.answer)
  const page = await pageOf('')
  expect(page.cancelled).toBeNull()
  expect((await pageOf(`&cursor=${encodeURIComponent(page.next ?? '')}`)).cancelled).toEqual(cancelled)
  const own = await rowsOfCsv(
    (await office.get(`/api/admin/statement/file?account=${incharge.id}&${JUNE}&format=csv`)).text,
  )
  expect(own.slice(2, -1)).toHaveLength(2)
})

it('lists a deleted transfer once in the day book, though it has two rows there', async () => {
  const supervisor = await hireFieldUser(office, 'supervisor', { name: 'Gita' })
  const sent = await transferMoney(incharge, supervisor, '10', { date: '2026-08-03' })
  expect((await office.delete(`/api/admin/transactions/${sent.id}-in`)).status).toBe(200)
  const reply = await office.get('/api/admin/statement?from=2026-08-01&to=2026-08-31')
  const { rows, cancelled } = expectBody(reply, 200, ROUTES.statement.answer)
  expect(rows).toEqual([])
  expect(cancelled).toEqual([{ day: '2026-08-03', voucher: expect.stringMatching(/^T\/26-27\/\d{6}$/) }])
})

it('has no file without voucher numbers', async () => {
  const [statementFile, rows] = ['/api/admin/statement/file?format=csv', '/api/admin/statement']
  const stop = (why: string | null) =>
    api.sql.query("UPDATE checkpoints SET stopped_because = $1 WHERE projection = 'vouchers'", [why])
  await stop('a test')
  await recordExpenseOf(incharge, { date: '2026-07-01' })
  expect((await office.get(statementFile)).status).toBe(503)
  expect((await office.get(rows)).headers['ledger-lag']).toBe('1')
  await stop(null)
  expect((await office.get(statementFile)).status).toBe(200)
})

it('has no file of what is not, and none in a format that is not', async () => {
  const status = async (path: string) => (await office.get(path)).status
  expect(await status('/api/admin/statement/file?account=site_9999999999&format=pdf')).toBe(404)
  expect(await status('/api/admin/cash-book/file?account=site_9999999999&format=pdf')).toBe(404)
  expect(await status('/api/admin/statement/file?format=doc')).toBe(400)
  expect(await status(`/api/admin/cash-book/file?account=${incharge.id}&format=json`)).toBe(400)
})

it('gives a field user the own statement, the same as head office has, and records that', async () => {
  const own = (query: string) => incharge.client.get(`/api/site/statement/file?${APRIL}&${query}`)
  const reply = await own('format=csv')
  expect(reply.status).toBe(200)
  expect(reply.text).toBe((await fileOf('format=csv')).text)
  const [, recorded] = (await eventsAfter(api, 0, 'ReportExported')).slice(-2).toReversed()
  expect(recorded?.data).toEqual({ report: 'statement', format: 'csv', rows: statement.rows.length })
  const [first = ''] = await textsOfPages((await own('format=pdf&language=hi')).bytes)
  expect(first).toContain('Green Valley')
  // No other account can be named, and the office has a call of its own.
  expect((await own(`format=csv&account=${incharge.id}`)).status).toBe(400)
  expect((await office.get('/api/site/statement/file?format=csv')).status).toBe(403)
})

if (isFullRun)
  it('says on paper and in a workbook how far the books are closed', async () => {
    const of = `account=${incharge.id}`
    const files = [
      `statement/file?${of}&${APRIL}`,
      `statement/file?${of}&to=2026-04-30`,
      `cash-book/file?${of}&${APRIL}`,
      'trial-balance/file?dated=2026-04-30',
    ]
    const saidIn = async (file: string) => {
      const fileAs = async (format: string) => (await office.get(`/api/admin/${file}&format=${format}`)).bytes
      const [said = ''] = textsOfWorkbook(await fileAs('xlsx')).filter((text) => text.startsWith('Books '))
      expect((await textsOfPages(await fileAs('pdf')))[0]).toContain(said)
      return said
    }
    for (const file of files) expect(await saidIn(file)).toBe('Books not closed yet')
    expect((await closeBooks(office, '2026-04-30')).status).toBe(201)
    const ofNoSeal = expect.stringMatching(
      /^Books closed; this period has no seal of its own: a seal is of the whole period .* one account$/,
    )
    const sealed = expect.stringMatching(
      /^Books closed and sealed up to 30 Apr 2026: these figures are in the seal [0-9a-f]{16}$/,
    )
    for (const [index, said] of [ofNoSeal, sealed, ofNoSeal, ofNoSeal].entries())
      expect(await saidIn(files[index] ?? '')).toEqual(said)
  })
