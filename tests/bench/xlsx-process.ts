// One writer of 100,000 rows in a process of its own, so that its memory is measured apart; XLSX_WRITER is ours or bare.
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { rupeeFormat } from '@ledger/contracts/rupee-format.ts'
import { columnsIn } from '@ledger/ledger-service/edit-log/columns.ts'
import { xlsxOf } from '@ledger/ledger-service/edit-log/files.ts'
import ExcelJS from 'exceljs'
import { XLSX_ROWS } from './edit-log-xlsx.ts'

/** As a database gives them: texts that are there already. */
const INSTANTS = Array.from({ length: 1000 }, (_, index) => new Date(1_775_100_000_000 + index * 77_777).toISOString())
/** Counted from 0: before and after. */
const AMOUNT_COLUMNS = [10, 11]
const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
const idle = process.memoryUsage().rss
const begun = performance.now()
const cpuBefore = process.cpuUsage()
if (process.env.XLSX_WRITER === 'ours') xlsxOf(editLogRows(), { language: 'en', origin: '' }).pipe(sink)
else void writeBare(sink)
await finished(sink)
const ms = performance.now() - begun
const { user, system } = process.cpuUsage(cpuBefore)
process.send?.({ ms, cpuMs: (user + system) / 1000, peakBytes: process.resourceUsage().maxRSS * 1024, idleBytes: idle })

/**
 * What the same cells cost exceljs alone, amounts with the same format: its streaming writer, fed with the same rows as fast as it takes them. The
 * styles are given in the way that is cheapest for it: as styles of columns, which its documents show, they take it twice as long.
 */
async function writeBare(stream: Writable): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = workbook.addWorksheet('Edit Log')
  sheet.columns = columnsIn('en')
  const [plain, rupees] = [{}, { numFmt: rupeeFormat(0) }]
  // As its documents advise for many rows: what was written is zipped between some and some.
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

/** No value is put into words but what stands there: neither times nor roles, and no text is looked at. */
function lineOf({ position, action, subject, site, subjectId, actor, from, fields }: EditLogRow): (string | number)[] {
  const [before, after] = [Number(fields[0]?.before), Number(fields[0]?.after)]
  const start = [position, '2 Apr 2026, 10:15:30', action, subject, site ?? '', subjectId]
  return [...start, actor.name, 'Site Incharge', from ?? '', 'Amount', before, after, '', '']
}

/** As many at a time as the log gives them, and as from a database not all in one turn of the loop. */
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
    fields: [{ field: 'amount', before: '1234.56', after: `${position}.00` }],
    amount: `${position}.00`,
    bills: [],
  }
}

function idOf(position: number): string {
  return `01990000-0000-7000-8000-${String(position).padStart(12, '0')}`
}
