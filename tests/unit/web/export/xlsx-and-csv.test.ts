import { bufferLines } from '@ledger/web/src/shared/export/file/buffered-lines.ts'
import { sheetToCsv } from '@ledger/web/src/shared/export/file/csv.ts'
import type { Sheet, SheetEnding, SheetLine } from '@ledger/web/src/shared/export/file/sheet-model.ts'
import { sheetToXlsx } from '@ledger/web/src/shared/export/file/xlsx-workbook.ts'
import { expect, it } from 'vitest'
import { readWorkbook, rowValues, spreadsheetDate } from '../../../browser/helpers/xlsx-reader.ts'

const SHEET: Sheet = {
  name: 'Ledger & “more”',
  columns: [
    { header: 'Day', width: 12, kind: 'day' },
    { header: 'Amount <₹>', width: 15, kind: 'money' },
    { header: 'Text', width: 20, kind: 'text' },
    { header: 'Count', width: 8, kind: 'count' },
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
  const file = await sheetToXlsx(SHEET, await kept(lines), ending)
  return readWorkbook(new Uint8Array(await file.arrayBuffer()))
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
