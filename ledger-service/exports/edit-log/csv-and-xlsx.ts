import { PassThrough, Readable } from 'node:stream'
import { printableCell, printableLines } from '@ledger/contracts/escape-unprintable.ts'
import type { EditLogRow } from '@ledger/contracts/http/audit-schemas.ts'
import { spreadsheetRupeeFormat } from '@ledger/contracts/spreadsheet-rupee-format.ts'
import { stringify } from 'csv-stringify'
import ExcelJS from 'exceljs'
import { type EditLogFileOptions, editLogColumns, editLogFileLines, isAmountColumn } from './columns.ts'
import { SHEET_NAMES } from './edit-log-texts.ts'

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
    cast: { number: (value, { index }) => (isAmountColumn(index) ? value.toFixed(2) : String(value)) },
  })
  Readable.from(fileLines(rows, of))
    .on('error', (error) => csv.destroy(error))
    .pipe(csv)
  return csv
}

const PLAIN_CELL_STYLE = {}
const RUPEE_CELL_STYLE = { numFmt: spreadsheetRupeeFormat(0) }

/**
 * Returns the edit log as a workbook, written row by row: amounts are numbers, texts stay texts, and no text becomes a
 * formula.
 */
export function editLogXlsx(rows: EditLogRowBatches, of: EditLogFileOptions): Readable {
  const stream = new PassThrough()
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = workbook.addWorksheet(SHEET_NAMES[of.language], { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = editLogColumns(of.language)
  fill().catch((error: Error) => stream.destroy(error))
  return stream

  async function fill(): Promise<void> {
    for await (const some of rows) {
      for (const row of some) for (const line of editLogFileLines(row, of, printableCell)) add(line)
      // The writer has no back-pressure of its own.
      if (stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve))
    }
    sheet.commit()
    await workbook.commit()
  }

  function add(line: (string | number)[]): void {
    const row = sheet.addRow(line)
    // The writer also looks up the style of the row.
    Object.assign(row, { style: PLAIN_CELL_STYLE })
    line.forEach((value, index) => {
      // All cells share one of two style objects: the writer recognises them, and looks up no style.
      row.getCell(index + 1).style =
        typeof value === 'number' && isAmountColumn(index) ? RUPEE_CELL_STYLE : PLAIN_CELL_STYLE
    })
    row.commit()
  }
}

async function* fileLines(rows: EditLogRowBatches, of: EditLogFileOptions): AsyncGenerator<(string | number)[]> {
  for await (const some of rows) for (const row of some) yield* editLogFileLines(row, of, printableLines)
}
