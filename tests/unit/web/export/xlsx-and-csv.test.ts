import { bufferLines } from '@ledger/web/src/shared/export/file/buffered-lines.ts'
import type { Sheet, SheetEnding, SheetHeading, SheetLine } from '@ledger/web/src/shared/export/file/sheet-model.ts'
import { sheetToCsv } from '@ledger/web/src/shared/export/format/csv.ts'
import { sheetToXlsx } from '@ledger/web/src/shared/export/format/xlsx-workbook.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readWorkbook, rowValues, spreadsheetDate } from '../../../browser/helpers/xlsx-reader.ts'

const SHEET: Sheet = {
  name: 'Ledger & “more”',
  columns: [
    { header: 'Day', width: 12, kind: 'day', onPaper: true },
    { header: 'Amount <₹>', width: 15, kind: 'money', onPaper: true },
    { header: 'Text', width: 20, kind: 'text', onPaper: true },
    { header: 'Count', width: 8, kind: 'count', onPaper: true },
  ],
}

async function* pagesOf(lines: readonly SheetLine[], size: number) {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size)
}

async function kept(lines: readonly SheetLine[], size = 2) {
  const all = await bufferLines(
    pagesOf(lines, size),
    (line) => line,
    () => undefined,
  )
  if (all === undefined) throw new Error('No line came')
  return all
}

async function written(lines: readonly SheetLine[], ending: SheetEnding = {}) {
  return readWorkbook(await bytesOf(SHEET, lines, ending))
}

const HEADING: SheetHeading = { company: 'Narmada & Sons' }

async function bytesOf(sheet: Sheet, lines: readonly SheetLine[], ending: SheetEnding = {}, heading = HEADING) {
  const file = await sheetToXlsx(sheet, await kept(lines), { ...ending, heading })
  return new Uint8Array(await file.arrayBuffer())
}

const lineOf = (number: number): SheetLine => ['2026-04-01', number, `Line ${number}`, number]

it('turns a list that came newest first over, also across pages, between what stands above and below', async () => {
  const newestFirst = [5, 4, 3, 2, 1].map(lineOf)
  const ending = { oldestFirst: true, top: [null, 100, 'Opening'], bottom: [null, 200, 'Closing'] }
  const { rows } = await written(newestFirst, { ...ending, summary: [['Total', -5]] })
  expect(rows.map((row) => row[2]?.value)).toEqual([
    ...['Text', 'Opening', 'Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5', 'Closing'],
    ...[undefined, undefined, undefined],
  ])
  expect(rows.slice(-3).map(rowValues)).toEqual([[], ['SUMMARY'], ['Total', null, null, -0.05]])
  expect((await written(newestFirst)).rows.slice(1).map((row) => row[3]?.value)).toEqual([5, 4, 3, 2, 1])
})

it('writes every cell as its column has it, whatever a text holds', async () => {
  const texts = ['=1+1', ' <b> & "quotes" ', 'दो\nपंक्तियाँ', '_x0041_', '\u0000', '']
  const { name, rows, formulasAndLinks } = await written(texts.map((text) => ['2026-04-01', 12_345_678_90, text, 7]))
  expect(name).toBe('Ledger & “more”')
  expect(rows.slice(1).map((row) => row[2]?.value)).toEqual([
    ...['=1+1', ' <b> & "quotes" ', 'दो\nपंक्तियाँ', '_x005F_x0041_', '[U+0000]', undefined],
  ])
  expect(rowValues(rows[1])).toEqual([spreadsheetDate('2026-04-01'), 12345678.9, '=1+1', 7])
  expect(formulasAndLinks).toEqual([])
})

it('says as it goes how many lines there are, and makes nothing of none', async () => {
  const read: number[] = []
  await bufferLines(
    pagesOf([1, 2, 3].map(lineOf), 2),
    (line) => line,
    (rows) => read.push(rows),
  )
  expect(read).toEqual([2, 3])
  expect(
    await bufferLines(
      pagesOf([], 2),
      (line) => line,
      () => undefined,
    ),
  ).toBeUndefined()
})

it('writes CSV as RFC 4180 has it: quoted where it must be, amounts without grouping, and no text a formula', async () => {
  const lines: SheetLine[] = [
    ['2026-04-01', 5_000_000, 'a,b "c"\nd', 1],
    [null, null, '=1+1', null],
    [null, -150, '-5', 0],
  ]
  const bytes = await (await sheetToCsv(SHEET, await kept(lines))).arrayBuffer()
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expect(text).toBe(
    ['\uFEFFDay,Amount <₹>,Text,Count', '2026-04-01,50000.00,"a,b ""c""\nd",1', ",,'=1+1,", ",-1.50,'-5,0", ''].join(
      '\r\n',
    ),
  )
})

/** A column of times, and one that paper leaves out. */
const TIMES: Sheet = {
  name: 'Events',
  columns: [
    { header: 'Recorded', width: 20, kind: 'instant', onPaper: true },
    { header: 'Link', width: 40, kind: 'text', onPaper: false },
  ],
}
const TIME_LINES: SheetLine[] = [
  ['2026-08-31T18:30:00.000Z', 'one'],
  ['2026-09-01T13:37:00.000Z', 'two'],
]

it('writes times as the date-times that a spreadsheet sorts and subtracts, on the clock of India', async () => {
  const { rows } = readWorkbook(await bytesOf(TIMES, TIME_LINES))
  const midnight = spreadsheetDate('2026-09-01')
  expect(rows[1]?.[0]).toEqual({ value: midnight, format: 'd/m/yyyy hh:mm:ss', isBold: false })
  expect(rows[2]?.[0]?.value).toBeCloseTo(midnight + (19 * 60 + 7) / (24 * 60), 9)
  const csv = await sheetToCsv(TIMES, await kept(TIME_LINES))
  expect((await csv.text()).split('\r\n').slice(1, 3)).toEqual(['2026-09-01 00:00:00,one', '2026-09-01 19:07:00,two'])
})

it('prints across A4 with company, account, period and page number, below the space for them, without links', async () => {
  const about = `Ravi Kumar & Co, ${'क्षि'.repeat(100)}`
  const heading = { company: 'Narmada & Sons', about, period: '1 Apr 2026 to 30 Apr 2026' }
  const parts = unzipSync(await bytesOf(TIMES, TIME_LINES, {}, heading))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain('<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
  const [, top, head] = /<pageMargins [^>]*top="([\d.]+)"[^>]* header="([\d.]+)"/.exec(sheet) ?? []
  // Two lines of 11 points are 0.35 inches.
  expect(Number(top) - Number(head)).toBeGreaterThan(0.4)
  const written = /<oddHeader>([^<]*)<\/oddHeader>/.exec(sheet)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(written).toMatch(/^&L Narmada && Sons\nRavi Kumar && Co, (क्षि)+…&R Events\n1 Apr 2026 to 30 Apr 2026$/)
  expect(written.length).toBeLessThan(256)
  expect(sheet).toContain('<oddFooter>&amp;RPage &amp;P of &amp;N</oddFooter>')
  const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())
  expect(workbook).toContain(">'Events'!$A$1:$A$3</definedName>")
  expect(workbook).toContain(">'Events'!$1:$1</definedName>")
})

it('leaves a row the space for all lines of its texts, because not every program measures it', async () => {
  const narration = 'river sand 2 dumpers for the slab of the second floor, bill 7456'
  const lines: SheetLine[] = [
    ['2026-04-01', 1, 'Tea', 1],
    ['2026-04-01', 1, narration, 1],
    ['2026-04-01', 1, 'one\ntwo', 1],
    ['2026-04-01', 1, 'क्षि'.repeat(17), 1],
    ['2026-04-01', 1, 'x'.repeat(5000), 1],
  ]
  const sheet = strFromU8(unzipSync(await bytesOf(SHEET, lines))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const heights = [...sheet.matchAll(/<row r="\d+"(?: ht="(\d+)" customHeight="1")?>/g)].map(([, height]) => height)
  // A line of 11 points takes 15, and 409 are the most that a row may have.
  expect(heights).toEqual([undefined, undefined, '60', '30', '30', '405'])
})
