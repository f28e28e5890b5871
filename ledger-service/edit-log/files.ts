import { PassThrough, Readable } from 'node:stream'
import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { stringify } from 'csv-stringify'
import ExcelJS from 'exceljs'
import { COLUMNS, linesOf } from './columns.ts'

/** The edit log as CSV (RFC 4180, UTF-8 with a mark so that spreadsheets read Hindi). No cell begins a formula. */
export function csvOf(rows: AsyncIterable<EditLogRow>): Readable {
  const csv = stringify({
    header: true,
    bom: true,
    columns: COLUMNS.map((column) => column.header),
    escape_formulas: true,
  })
  Readable.from(lines(rows))
    .on('error', (error) => csv.destroy(error))
    .pipe(csv)
  return csv
}

/** The edit log as a workbook, written row by row. Strings stay strings: a text that looks like a formula is one no more. */
export function xlsxOf(rows: AsyncIterable<EditLogRow>): Readable {
  const stream = new PassThrough()
  // Without styles: there are none here, and looking them up for each cell took half of the time.
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream })
  const sheet = workbook.addWorksheet('Edit Log', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = COLUMNS.map(({ header, width }) => ({ header, width }))
  fill().catch((error: Error) => stream.destroy(error))
  return stream

  async function fill(): Promise<void> {
    for await (const row of rows) {
      for (const line of linesOf(row)) sheet.addRow(line).commit()
      // The writer knows no back-pressure of its own.
      if (stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve))
    }
    sheet.commit()
    await workbook.commit()
  }
}

async function* lines(rows: AsyncIterable<EditLogRow>): AsyncGenerator<(string | number)[]> {
  for await (const row of rows) yield* linesOf(row)
}
