import { PassThrough, Readable } from 'node:stream'
import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { printableLines, sheetText } from '@ledger/contracts/printable.ts'
import { rupeeFormat } from '@ledger/contracts/rupee-format.ts'
import { stringify } from 'csv-stringify'
import ExcelJS from 'exceljs'
import { columnsIn, type FileOf, holdsAmounts, linesOf } from './columns.ts'
import { SHEET } from './words.ts'

/** Rows in the order of the log, in pages. */
export type Rows = AsyncIterable<readonly EditLogRow[]>

/**
 * Returns the edit log as CSV (RFC 4180, UTF-8 with a byte order mark so that spreadsheets read Hindi). No cell begins
 * a formula.
 */
export function csvOf(rows: Rows, of: FileOf): Readable {
  const csv = stringify({
    header: true,
    bom: true,
    columns: columnsIn(of.language).map((column) => column.header),
    escape_formulas: true,
    // Amounts have two decimals as everywhere: 50000.00; counts have no fraction.
    cast: { number: (value, { index }) => (holdsAmounts(index) ? value.toFixed(2) : String(value)) },
  })
  Readable.from(lines(rows, of))
    .on('error', (error) => csv.destroy(error))
    .pipe(csv)
  return csv
}

const PLAIN = {}
const RUPEES = { numFmt: rupeeFormat(0) }

/**
 * Returns the edit log as a workbook, written row by row: amounts are numbers, texts stay texts, and no text becomes a
 * formula.
 */
export function xlsxOf(rows: Rows, of: FileOf): Readable {
  const stream = new PassThrough()
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = workbook.addWorksheet(SHEET[of.language], { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columnsIn(of.language)
  fill().catch((error: Error) => stream.destroy(error))
  return stream

  async function fill(): Promise<void> {
    for await (const some of rows) {
      for (const row of some) for (const line of linesOf(row, of, sheetText)) add(line)
      // The writer has no back-pressure of its own.
      if (stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve))
    }
    sheet.commit()
    await workbook.commit()
  }

  function add(line: (string | number)[]): void {
    const row = sheet.addRow(line)
    // The writer also looks up the style of the row.
    Object.assign(row, { style: PLAIN })
    line.forEach((value, index) => {
      // All cells share one of two style objects: the writer recognises them, and looks up no style.
      row.getCell(index + 1).style = typeof value === 'number' && holdsAmounts(index) ? RUPEES : PLAIN
    })
    row.commit()
  }
}

async function* lines(rows: Rows, of: FileOf): AsyncGenerator<(string | number)[]> {
  for await (const some of rows) for (const row of some) yield* linesOf(row, of, printableLines)
}
