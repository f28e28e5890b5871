import { PassThrough, Readable } from 'node:stream'
import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { printableLines, sheetText } from '@ledger/contracts/printable.ts'
import { rupeeFormat } from '@ledger/contracts/rupee-format.ts'
import { stringify } from 'csv-stringify'
import ExcelJS from 'exceljs'
import { columnsIn, type FileOf, holdsAmounts, linesOf } from './columns.ts'
import { SHEET } from './words.ts'

/** Rows as they come out of the log, some at a time. */
export type Rows = AsyncIterable<readonly EditLogRow[]>

/** The edit log as CSV (RFC 4180, UTF-8 with a mark so that spreadsheets read Hindi). No cell begins a formula. */
export function csvOf(rows: Rows, of: FileOf): Readable {
  const csv = stringify({
    header: true,
    bom: true,
    columns: columnsIn(of.language).map((column) => column.header),
    escape_formulas: true,
    // As an amount is written everywhere: 50000.00; what is counted has no fraction.
    cast: { number: (value, { index }) => (holdsAmounts(index) ? value.toFixed(2) : String(value)) },
  })
  Readable.from(lines(rows, of))
    .on('error', (error) => csv.destroy(error))
    .pipe(csv)
  return csv
}

const PLAIN = {}
const RUPEES = { numFmt: rupeeFormat(0) }

/** The edit log as a workbook, written row by row: amounts are numbers, texts stay texts, and none becomes a formula. */
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
      // The writer knows no back-pressure of its own.
      if (stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve))
    }
    sheet.commit()
    await workbook.commit()
  }

  function add(line: (string | number)[]): void {
    const row = sheet.addRow(line)
    // The row's own is looked up, too.
    Object.assign(row, { style: PLAIN })
    line.forEach((value, index) => {
      // One of two objects for all cells: the writer knows them again, and looks no style up.
      row.getCell(index + 1).style = typeof value === 'number' && holdsAmounts(index) ? RUPEES : PLAIN
    })
    row.commit()
  }
}

async function* lines(rows: Rows, of: FileOf): AsyncGenerator<(string | number)[]> {
  for await (const some of rows) for (const row of some) yield* linesOf(row, of, printableLines)
}
