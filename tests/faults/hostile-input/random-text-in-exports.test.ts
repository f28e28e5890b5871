import { randomUUIDv7 } from 'node:crypto'
import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { dayOf } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry } from '@ledger/contracts/events/event-schemas.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { printableCell, printableLine, printableLines } from '@ledger/contracts/text/escape-unprintable.ts'
import { isPrintable, requiredMultilineText, UNPRINTABLE_TEXT_MESSAGE } from '@ledger/contracts/text/text-schemas.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { toEditLogRow } from '@ledger/ledger-service/exports/edit-log/event-to-row.ts'
import { toDrawableText, withoutIsolates } from '@ledger/ledger-service/exports/pdf/font-runs.ts'
import { emptyFileSums, summaryLines } from '@ledger/web/src/shared/export/file/file-sums.ts'
import { transactionLine, transactionSheet } from '@ledger/web/src/shared/export/file/report-sheets.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  csvFromLibreOffice,
  type PdfRegion,
  pagesOfPdf,
  rowsOfCsv,
  textFromPoppler,
  textsOfWorkbook,
} from '../../environment/files/independent-file-readers.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { runLedgerCommandInProcess } from '../../environment/processes/ledger-command-in-process.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import {
  type FieldUser,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * R23: random text of all Unicode planes in every field, as old events hold it, passes through every export; each file
 * opens completely in a second program. Full form: 10,000 texts, and LibreOffice and poppler open the files, too.
 */
const TEXTS = isFullRun ? 10_000 : 150
const TIMEOUT = isFullRun ? 1_800_000 : 120_000

/** Says whether a text was accepted before there was one rule for text. */
const wasTaken = (text: string) =>
  text !== '' && text === text.trim() && text.isWellFormed() && !/(?![\t\n\r\u0080-\u009f])\p{Cc}/u.test(text)
const PARTS = [
  ...[
    '\uffff',
    '\ufffe',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u202e',
    '\u2066',
    '\u3164',
    '\n',
    '\r\n',
    '\u2028',
    '\u009b',
    '\t',
  ],
  ...['=1+1', '@SUM(A1)', '"', ',', '<b>', '&amp;', ']]>', '_x0041_', '\\', "'", '🏗', '👨‍👩‍👧', '❤️', 'Ğ', '中文', 'á'],
  ...[
    'क्‍षत्रिय',
    'हिन्दी',
    'தமிழ்',
    'বাংলা',
    'ગુજરાતી',
    'ਪੰਜਾਬੀ',
    'ಕನ್ನಡ',
    'മലയാളം',
    'శ్రీకాకుళం',
    'ଓଡ଼ିଆ',
    'اردو',
    '۱۲۳',
    '(',
    ')',
    ' ',
    'x',
  ],
  '\n99   2 Apr 2026, 10:15:30   created   Expense of nobody',
]
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({
      unit: fc.integer({ min: 0x900, max: 0xdff }).map((code) => String.fromCodePoint(code)),
      minLength: 1,
      maxLength: 30,
    }),
  )
  .map((text) => text.trim())
  .filter(wasTaken)

const texts = fc.sample(anyText, { seed: randomSeed, numRuns: TEXTS })
const text = (index: number) => texts[index % texts.length] ?? ''
/**
 * The texts as the log shows them: every third is a beneficiary, and two spellings of a beneficiary show as the first
 * one.
 */
const shown = [...firstSpellings()]

function* firstSpellings(): Generator<string> {
  const spelt = new Map<string, string>()
  for (const [index, each] of texts.entries()) {
    const id = beneficiaryId(each)
    if (index % 3 === 0 && !spelt.has(id)) spelt.set(id, each)
    yield index % 3 === 0 ? (spelt.get(id) ?? each) : each
  }
}

let api: TestService
let office: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  await keep()
}, TIMEOUT)
afterAll(() => api.close())

/** Stores three texts in each entry, bypassing the present rule, and others in names, sites and changes. */
async function keep(): Promise<void> {
  const { rows } = await api.sql.query<{ account_id: string; epoch: number }>(
    'SELECT contacts.account_id, epoch FROM contacts JOIN account_states USING (company_id, account_id) WHERE mobile = $1',
    [incharge.mobile],
  )
  const [{ account_id: account, epoch } = { account_id: '', epoch: 0 }] = rows
  const asked = { by: { account, epoch }, now: new Date().toISOString() }
  const submit = async (command: Command) => {
    const { status } = await api.company.log.submit({
      command,
      meta: { agent: text(7) },
      answer: () => ({ status: 201, body: '' }),
    })
    expect(status).toBe(201)
  }
  for (let first = 0; first < TEXTS; first += 300) {
    const made = Array.from({ length: Math.min(100, Math.ceil((TEXTS - first) / 3)) }, (_, index) => ({
      at: first + index * 3,
      transaction: randomUUIDv7(),
    }))
    await Promise.all(
      made.map(({ at, transaction }) =>
        submit({
          ...asked,
          type: 'RecordExpense',
          transaction,
          beneficiary: text(at),
          details: { paise: 100, date: asked.now, purpose: text(at + 1), paymentMode: 'cash', narration: text(at + 2) },
        }),
      ),
    )
    const [one, two] = made
    const profile = { firstName: text(first), lastName: text(first + 1), site: text(first + 2) }
    await submit({
      ...asked,
      type: 'EditAccount',
      account,
      role: 'site_incharge',
      profile,
      newPassword: false,
      newContact: false,
    })
    if (!one || !two) continue
    const [changed, deleted] = [one, two].map(({ transaction }) => ({ transaction, side: 'own' as const }))
    if (!changed || !deleted) continue
    await submit({
      ...asked,
      type: 'EditTransaction',
      desk: 'field',
      row: changed,
      changes: { narration: text(first + 5) },
      reason: text(first + 6),
    })
    await submit({ ...asked, type: 'DeleteTransaction', desk: 'field', row: deleted, reason: text(first + 7) })
  }
}

async function download(path: string): Promise<Uint8Array> {
  const cookie = [...office.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${api.origin}${path}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}
const editLog = (format: string) => download(`/api/audit/edit-log/file?format=${format}`)
const bare = (said: string) => said.replaceAll(/\s/g, '')

test('R23: the API takes each text as it stands there for ever, or says what is wrong with it', {
  timeout: TIMEOUT,
}, async () => {
  for (const narration of texts.slice(0, isFullRun ? 2000 : 75)) {
    const reply = await incharge.client.post('/api/site/transactions', { ...sampleExpenseBody, narration })
    const read = requiredMultilineText('missing', 1000).safeParse(narration)
    expect(reply.status, JSON.stringify(narration)).toBe(read.success ? 201 : 400)
    if (read.success) expect(reply.json).toMatchObject({ narration: read.data })
    else
      expect([UNPRINTABLE_TEXT_MESSAGE, 'Narration is required']).toContain((reply.json as { message: string }).message)
  }
})

test('R23: the edit log as CSV and as a workbook is whole', { timeout: TIMEOUT }, async () => {
  const rows = await rowsOfCsv(Buffer.from(await editLog('csv')).toString())
  // An apostrophe precedes a text that would begin a formula.
  const cells = new Set(rows.flat().flatMap((cell) => [cell, cell.replace(/^'/, '')]))
  const workbook = await editLog('xlsx')
  const inWorkbook = new Set(textsOfWorkbook(workbook))
  for (const each of shown) {
    expect(cells.has(printableLines(each)), JSON.stringify(each)).toBe(true)
    expect(inWorkbook.has(printableLines(each)), JSON.stringify(each)).toBe(true)
  }
  if (!isFullRun) return
  const opened = await rowsOfCsv(csvFromLibreOffice(temporaryFolder(), workbook))
  expect(opened).toHaveLength(rows.length)
  const inLibreOffice = new Set(opened.flat())
  // LibreOffice leaves the escape of `_x0041_` unchanged in a cell with inline text.
  const stands = (each: string) => inLibreOffice.has(printableLines(each)) || inLibreOffice.has(printableCell(each))
  expect(shown.filter((each) => !stands(each))).toEqual([])
})

/**
 * The columns for the action, the actor, and the old and new value, below the pages' heads and above their feet
 * (edit-log/pdf-table.ts).
 */
const COLUMNS = [
  { x: 213, width: 126 },
  { x: 339, width: 108 },
  { x: 523, width: 138 },
  { x: 661, width: 140 },
].map((column) => ({ ...column, y: 74, height: 447 }))

/** Returns a column of all pages as one text, read by poppler: a page break may split a cell. */
function columnOf(bytes: Uint8Array, column: PdfRegion): string {
  // The first line is the head of the column.
  const pages = textFromPoppler(temporaryFolder(), bytes, column).map((page) => page.slice(page.indexOf('\n') + 1))
  return bare(pages.join(''))
}

test('R23: the edit log as a PDF is whole: every row, every page its head and its totals, nothing forged', {
  timeout: TIMEOUT,
}, async () => {
  const bytes = await editLog('pdf')
  const positions = (await eventsAfter(api, 0)).flatMap((event) => (toEditLogRow(event) ? [event.position] : []))
  const columns = isFullRun ? COLUMNS.map((column) => columnOf(bytes, column)) : []
  const pages = await pagesOfPdf(bytes)
  // A row begins at the margin with its position; no text begins there.
  const heads = pages.flatMap((page) => page.filter(({ x, text: said }) => x === 40 && /^\d+(\s|$)/.test(said)))
  expect(heads.map(({ text: said }) => Number.parseInt(said, 10))).toEqual(positions)
  for (const [index, page] of pages.entries()) {
    const said = page.map((piece) => piece.text).join(' ')
    expect(bare(said)).toContain(`Page${index + 1}of${pages.length}`)
    expect(said).toMatch(/This page: \d+ changes?,/)
    if (index === pages.length - 1) expect(said).toContain(`Up to here: ${positions.length} changes`)
  }
  const isLeftToRight = (each: string) => !/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(each)
  const stands = (each: string) =>
    columns.some((column) => column.includes(bare(withoutIsolates(toDrawableText([each])))))
  if (isFullRun) expect(shown.filter((each) => isLeftToRight(each) && !stands(each))).toEqual([])
})

test('R23: a statement, a cash book, a trial balance and the list for tax are whole in each format', {
  timeout: TIMEOUT,
}, async () => {
  const limits = { from: '2000-01-01', single: '0.50', year: null, cashDay: null }
  expect((await office.put('/api/admin/tax-limits', limits)).status).toBe(200)
  const standing = await standingEntries()
  const nameById = new Map(shown.flatMap((each, at) => (at % 3 === 0 ? [[beneficiaryId(each), each] as const] : [])))
  const names = standing.map(({ beneficiary: { id, name } }) => nameById.get(id) ?? name)
  const typed = [...names, ...standing.flatMap(({ purpose, narration }) => [purpose, narration])]
  const today = dayOf(new Date().toISOString())
  const books: [path: string, has: string[]][] = [
    [`statement/file?account=${incharge.id}`, typed],
    ['statement/file?from=2000-01-01', typed],
    [`cash-book/file?account=${incharge.id}`, []],
    [`trial-balance/file?dated=${today}`, names],
    ['tax-list/file?from=2000-01-01', names],
  ]
  for (const [path, has] of books) {
    const file = (format: string) => download(`/api/admin/${path}&format=${format}`)
    const rows = await rowsOfCsv(Buffer.from(await file('csv')).toString())
    const cells = new Set(rows.flat().flatMap((cell) => [cell, cell.replace(/^'/, '')]))
    const workbook = await file('xlsx')
    const inWorkbook = new Set(textsOfWorkbook(workbook))
    const isMissing = (each: string) => !cells.has(printableLines(each)) || !inWorkbook.has(printableLines(each))
    expect(has.filter(isMissing), path).toEqual([])
    const pages = (await pagesOfPdf(await file('pdf'))).map((page) => bare(page.map((piece) => piece.text).join(' ')))
    for (const [index, said] of pages.entries()) expect(said, path).toContain(`Page${index + 1}of${pages.length}`)
    expect(pages.at(-1), path).toContain('Preparedby')
    if (isFullRun)
      expect(await rowsOfCsv(csvFromLibreOffice(temporaryFolder(), workbook)), path).toHaveLength(rows.length)
  }
  const json = JSON.parse(
    Buffer.from(await download(`/api/admin/statement/file?account=${incharge.id}&format=json`)).toString(),
  )
  expect(json.rows.map(({ narration }: { narration: string }) => narration).toSorted()).toEqual(
    standing.map(({ narration }) => narration).toSorted(),
  )
})

/** Returns the expenses of the log that were not deleted, as they are now. */
async function standingEntries() {
  const entries = new Map<string, Extract<Entry, { kind: 'debit' }>>()
  for (const event of await eventsAfter(api, 0)) {
    if (!('transaction' in event.data) || !('postings' in event.data)) continue
    const { after } = entryBeforeAndAfter(event)
    if (after?.kind === 'debit') entries.set(event.data.transaction, after)
    else entries.delete(event.data.transaction)
  }
  return [...entries.values()]
}

test('R23: the workbook that the browser makes is whole', { timeout: TIMEOUT }, async () => {
  const { bufferLines } = await import('@ledger/web/src/shared/export/file/buffered-lines.ts')
  const { sheetToXlsx } = await import('@ledger/web/src/shared/export/format/xlsx-workbook.ts')
  const row = (first: number): Transaction => ({
    ...{ id: '', type: 'debit', amount: '1.00', revision: 1, userId: '', paymentMode: 'cash' },
    ...{ date: '2026-04-01T06:30:00.000Z', recordedAt: '2026-04-01T06:30:00.000Z' },
    ...{ recipient: text(first), purpose: text(first + 1), narration: text(first + 2), reference: null },
    ...{
      isTransfer: false,
      transferFrom: null,
      transferTo: null,
      recordedBy: { id: '', name: '', role: 'admin' },
      voucher: null,
      acknowledgedAt: null,
      bills: [],
      siteId: null,
      siteName: null,
    },
  })
  async function* pages() {
    for (let first = 0; first < TEXTS; first += 3) yield [row(first)]
  }
  const kept = await bufferLines(
    pages(),
    (each) => transactionLine(each, { language: 'en', origin: '' }),
    () => undefined,
  )
  if (kept === undefined) throw new Error('No line was kept')
  const sums = { ...emptyFileSums(), spent: 100 }
  const summary = summaryLines(sums, { opening: undefined, end: 'current', language: 'en' })
  const heading = { company: text(0), about: texts.slice(0, 9).join(', '), period: text(1) }
  const file = await sheetToXlsx(transactionSheet('en'), kept, { summary, heading })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const inWorkbook = new Set(textsOfWorkbook(bytes))
  expect(texts.filter((each) => !inWorkbook.has(printableLines(each)))).toEqual([])
  if (isFullRun)
    expect((await rowsOfCsv(csvFromLibreOffice(temporaryFolder(), bytes))).length).toBeGreaterThan(TEXTS / 3)
})

test('R23: the log as lines of JSON has each event in one line, with the texts as they were', {
  timeout: TIMEOUT,
}, async () => {
  const exported = Buffer.from(await download('/api/audit/export'))
    .toString()
    .split('\n')
  const events = exported.filter((line) => line.startsWith('{"position"')).map((line) => JSON.parse(line))
  const kept = await eventsAfter(api, 0)
  expect(events.map(({ position }) => position)).toEqual(
    expect.arrayContaining(kept.slice(0, -1).map(({ position }) => position)),
  )
  const narrations = new Set(events.flatMap(({ data }) => data.entry?.narration ?? []))
  expect(texts.filter((each, index) => index % 3 === 2 && !narrations.has(each))).toEqual([])
})

test('R23: on a terminal and on a receipt stands nothing that a terminal obeys or nobody sees', {
  timeout: TIMEOUT,
}, async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  const { eventSentence } = await import('@ledger/web/src/audit/sentences/event-sentence.ts')
  const { labelledEntryFields } = await import('@ledger/web/src/audit/sentences/entry-fields.ts')
  const { events } = expectBody(await office.get('/api/audit/events?limit=1000'), 200, ROUTES.auditEvents.answer)
  for (const event of events)
    for (const language of ['en', 'hi'] as const) {
      const sentence = eventSentence(event, language)
      expect(isPrintable(sentence), JSON.stringify(sentence)).toBe(true)
    }
  const kept = await eventsAfter(api, 0, 'DebitRecorded', 'TransactionEdited')
  for (const event of kept)
    if (event.type === 'DebitRecorded')
      for (const { value } of labelledEntryFields(event.data.entry, 'en')) expect(value).toBe(printableLine(value))
  const entries = kept.flatMap((event) => (event.type === 'TransactionEdited' ? [event.data.transaction] : []))
  const env = { DATABASE_URL: api.database.url, DATA_DIR: temporaryFolder() }
  const commands = [
    ['replay', '--to', String(events.at(0)?.position)],
    ...entries.slice(0, 2).flatMap((id) => [
      ['history', id],
      ['history', id, '--json'],
    ]),
  ]
  for (const command of commands) {
    const { status, stdout, stderr } = await runLedgerCommandInProcess(env, ...command)
    expect([status, stderr]).toEqual([0, ''])
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .filter((line) => !isPrintable(line)),
    ).toEqual([])
  }
})
