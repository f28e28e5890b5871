// Runs one writer of 100,000 rows in its own process, so that its memory is measured separately; XLSX_WRITER is ours or
// bare.
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import { spreadsheetRupeeFormat } from '@ledger/contracts/spreadsheets/rupee-format.ts'
import { editLogColumns } from '@ledger/ledger-service/exports/edit-log/columns-and-lines.ts'
import { editLogXlsx } from '@ledger/ledger-service/exports/edit-log/csv-and-xlsx.ts'
import ExcelJS from 'exceljs'
import { XLSX_ROWS } from './edit-log-xlsx.ts'

/** Existing texts, as a database delivers them. */
const INSTANTS = Array.from({ length: 1000 }, (_, index) => new Date(1_775_100_000_000 + index * 77_777).toISOString())
/** The columns before and after, counted from 0. */
const AMOUNT_COLUMNS = [10, 11]
const HEAD = {
  ...{ company: '', madeAt: '2026-04-01T06:30:00.000Z', checkpoint: null, actions: undefined },
  ...{ actor: undefined, account: undefined, from: undefined, to: undefined, year: undefined },
}
const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
const idle = process.memoryUsage().rss
const begun = performance.now()
const cpuBefore = process.cpuUsage()
if (process.env.XLSX_WRITER === 'ours') editLogXlsx(editLogRows(), { language: 'en', origin: '' }, HEAD).pipe(sink)
else void writeBare(sink)
await finished(sink)
const ms = performance.now() - begun
const { user, system } = process.cpuUsage(cpuBefore)
process.send?.({ ms, cpuMs: (user + system) / 1000, peakBytes: process.resourceUsage().maxRSS * 1024, idleBytes: idle })

/**
 * Measures the cost of the same cells for exceljs alone, amounts with the same format: its streaming writer gets the
 * same rows as fast as it accepts them. The styles are set in the cheapest way for it: as styles of columns, which its
 * documentation shows, they take twice as long.
 */
async function writeBare(stream: Writable): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = workbook.addWorksheet('Edit Log')
  sheet.columns = editLogColumns('en')
  const [plain, rupees] = [{}, { numFmt: spreadsheetRupeeFormat(0) }]
  // Between groups of rows the written part is compressed, as its documentation recommends for many rows.
  for await (const some of editLogRows())
    for (const one of some) {
      const line = lineOf(one)
      const row = sheet.addRow(line)
      Object.assign(row, { style: plain })
      for (let column = 0; column < line.length; column++)
        row.getCell(column + 1).style = AMOUNT_COLUMNS.includes(column) ? rupees : plain
      row.commit()
    }
  sheet.commit()
  await workbook.commit()
}

/** Returns the plain values: no times or roles are formatted, and no text is checked. */
function lineOf({ position, action, subject, site, subjectId, actor, from, fields }: EditLogRow): (string | number)[] {
  const [before, after] = [Number(fields[0]?.before), Number(fields[0]?.after)]
  const start = [position, '2 Apr 2026, 10:15:30', action, subject, site ?? '', subjectId]
  return [...start, actor.name, 'Site Incharge', from ?? '', 'Amount', before, after, '', '']
}

/** Yields as many rows at a time as the log does, each group in a new turn of the event loop, as from a database. */
async function* editLogRows(): AsyncGenerator<EditLogRow[]> {
  for (let from = 1; from <= XLSX_ROWS; from += 1000) {
    yield Array.from({ length: 1000 }, (_, index) => editLogRow(from + index))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function editLogRow(position: number): EditLogRow {
  return {
    position,
    recordedAt: INSTANTS[position % INSTANTS.length] ?? '',
    action: 'changed',
    subject: 'Expense of Rajesh Patidar',
    subjectKind: 'debit',
    subjectName: 'Rajesh Patidar',
    subjectId: idOf(position),
    site: 'Kharadi',
    actor: { id: idOf(7), name: 'Rajesh Patidar', role: 'site_incharge' },
    from: '203.0.113.7',
    voucher: null,
    fields: [{ field: 'amount', before: '1234.56', after: `${position}.00` }],
    amount: `${position}.00`,
    bills: [],
  }
}

function idOf(position: number): string {
  return `01990000-0000-7000-8000-${String(position).padStart(12, '0')}`
}
