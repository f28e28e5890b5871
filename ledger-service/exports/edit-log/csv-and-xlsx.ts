import { PassThrough, Readable } from 'node:stream'
import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { escapePageHeader } from '@ledger/contracts/spreadsheets/escape-page-header.ts'
import { spreadsheetRowHeight, type WrappedCell } from '@ledger/contracts/spreadsheets/row-height.ts'
import { printableCell, printableLines } from '@ledger/contracts/text/escape-unprintable.ts'
import { stringify } from 'csv-stringify'
import ExcelJS from 'exceljs'
import {
  HEAD_CELL_STYLE,
  PAGE_SETUP,
  PLAIN_CELL_STYLE,
  rupeeCellStyle,
  TEXT_CELL_STYLE,
  TIME_CELL_STYLE,
} from '../formats/xlsx-cell-styles.ts'
import {
  type EditLogCell,
  type EditLogFileOptions,
  editLogColumns,
  editLogFileLines,
  isAmountColumn,
  LAST_PRINTED_COLUMN,
} from './columns-and-lines.ts'
import { PAGE_WORDS, SHEET_NAMES } from './edit-log-texts.ts'
import { editLogPeriodText, filterParts, type PdfPageHead } from './pdf-page-frame.ts'

/** Rows in the order of the log, in pages. */
export type EditLogRowBatches = AsyncIterable<readonly EditLogRow[]>

/**
 * Returns the edit log as CSV (RFC 4180, UTF-8 with a byte order mark so that spreadsheets read Hindi). No cell begins
 * a formula.
 */
export function editLogCsv(rows: EditLogRowBatches, of: EditLogFileOptions): Readable {
  const csv = stringify({
    header: true,
    bom: true,
    columns: editLogColumns(of.language).map((column) => column.header),
    escape_formulas: true,
    // Amounts have two decimals as everywhere: 50000.00; counts have no fraction.
    cast: {
      number: (value, { index }) => (isAmountColumn(index) ? value.toFixed(2) : String(value)),
      date: (value) => value.toISOString().slice(0, 19).replace('T', ' '),
    },
  })
  Readable.from(fileLines(rows, of))
    .on('error', (error) => csv.destroy(error))
    .pipe(csv)
  return csv
}

/**
 * Returns the edit log as a workbook, written row by row: amounts are numbers, times are date-times, texts stay texts,
 * and no text becomes a formula. It prints across A4 paper, each page under the heads of the columns, with company,
 * period and the page's number.
 */
export function editLogXlsx(rows: EditLogRowBatches, of: EditLogFileOptions, head: PdfPageHead): Readable {
  const stream = new PassThrough()
  let lineCount = 0
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = workbook.addWorksheet(SHEET_NAMES[of.language], {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { ...PAGE_SETUP, orientation: 'landscape' },
    headerFooter: printedHeadAndFoot(of.language, head),
  })
  const columns = editLogColumns(of.language)
  const widths = columns.map(({ width }) => width)
  sheet.columns = columns
  for (const cell of headCells()) cell.style = HEAD_CELL_STYLE
  const headHeight = spreadsheetRowHeight(columns.map(({ header, width }) => [header, width]))
  if (headHeight !== undefined) sheet.getRow(1).height = headHeight
  fill().catch((error: Error) => stream.destroy(error))
  return stream

  async function fill(): Promise<void> {
    for await (const some of rows) {
      for (const row of some) for (const line of editLogFileLines(row, of, printableCell)) add(line)
      // The writer has no back-pressure of its own.
      if (stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve))
    }
    // The library writes a $ before each of the two, and none before their rows.
    sheet.pageSetup.printArea = `A$1:${sheet.getColumn(LAST_PRINTED_COLUMN).letter}$${lineCount + 1}`
    sheet.commit()
    await workbook.commit()
  }

  function headCells() {
    const row = sheet.getRow(1)
    return Array.from({ length: row.cellCount }, (_, index) => row.getCell(index + 1))
  }

  function add(line: EditLogCell[]): void {
    lineCount++
    const row = sheet.addRow(line)
    // The writer also looks up the style of the row.
    Object.assign(row, { style: PLAIN_CELL_STYLE })
    const wrapped: WrappedCell[] = []
    line.forEach((value, index) => {
      const style = cellStyle(value, index)
      row.getCell(index + 1).style = style
      if (style === TEXT_CELL_STYLE) wrapped.push([String(value), widths[index] ?? 1])
    })
    const height = spreadsheetRowHeight(wrapped)
    if (height !== undefined) row.height = height
    row.commit()
  }
}

/** Returns one of a few style objects: the writer recognises them, and looks up no style. */
function cellStyle(value: EditLogCell, index: number): Partial<ExcelJS.Style> {
  if (value instanceof Date) return TIME_CELL_STYLE
  if (typeof value === 'string') return index < LAST_PRINTED_COLUMN ? TEXT_CELL_STYLE : PLAIN_CELL_STYLE
  return isAmountColumn(index) ? rupeeCellStyle(0) : PLAIN_CELL_STYLE
}

/** A head may have 255 characters, of which company, sheet and period take some 130. */
const MAX_FILTER_TEXT = 110

/**
 * Returns the head of each printed page: the company over the filters on the left, the sheet over its period on the
 * right; and the foot with the page's number.
 */
function printedHeadAndFoot(language: Language, head: PdfPageHead): Partial<ExcelJS.HeaderFooter> {
  const t = PAGE_WORDS[language]
  // The names stand first, since a long head is cut.
  const [what = '', separator = '', ...names] = filterParts(head, language)
  const filter = [...names, separator, what].join('')
  return {
    oddHeader: `&L ${escapePageHeader(head.company)}\n${escapePageHeader(filter, MAX_FILTER_TEXT)}&R ${SHEET_NAMES[language]}\n${editLogPeriodText(head, language)}`,
    oddFooter: `&R${t.pageOf('&P', '&N')}`,
  }
}

async function* fileLines(rows: EditLogRowBatches, of: EditLogFileOptions): AsyncGenerator<EditLogCell[]> {
  for await (const some of rows) for (const row of some) yield* editLogFileLines(row, of, printableLines)
}
