import type { Readable } from 'node:stream'
import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { letReaderCatchUp, openPdfStream } from '../pdf/pdf-stream.ts'
import type { PdfDocument } from '../pdf/pdfkit-internals.ts'
import type { EditLogFileOptions } from './columns-and-lines.ts'
import type { EditLogRowBatches } from './csv-and-xlsx.ts'
import {
  type ChangeTotals,
  createPageFrame,
  emptyTotals,
  PAGE_FOOT_HEIGHT,
  type PdfPageHead,
} from './pdf-page-frame.ts'
import { createPdfTable } from './pdf-table.ts'

/** Returns the edit log for paper: a table whose head stands on every page, with old values beside new ones. */
export function editLogPdf(rows: EditLogRowBatches, of: EditLogFileOptions, head: PdfPageHead): Readable {
  return openPdfStream({ title: `${head.company}: edit log`, layout: 'landscape' }, draw)

  async function draw(pdf: PdfDocument): Promise<void> {
    const pages = createPageFrame(pdf, of.language, head)
    const table = createPdfTable(pdf, of)
    const [page, all] = [emptyTotals(), emptyTotals()]
    const room = () => pdf.page.height - PAGE_FOOT_HEIGHT - pdf.y
    const begin = () => {
      pages.begin()
      table.head()
    }
    const turn = () => {
      pages.end(page, all)
      Object.assign(page, emptyTotals())
      begin()
    }
    begin()
    for await (const some of rows) {
      for (const row of some) {
        const { lines, height, drawLine } = table.row(row)
        // A change is not split across pages where a page has enough space for it.
        if (height > room() && height < pages.room - table.headHeight) turn()
        for (let line = 0; line < lines; line++) {
          if (table.lineHeight > room()) turn()
          drawLine(line)
        }
        table.rule()
        for (const sum of [page, all]) addToTotals(sum, row)
      }
      await letReaderCatchUp(pdf)
    }
    if (all.lines === 0) pages.writeNothingFound()
    pages.end(page, all)
    pages.writePageCount()
  }
}

/** Adds a line to the sums. A change counts by how much it moved the amount: one of a narration moves none. */
function addToTotals(sum: ChangeTotals, { action, amount, fields }: EditLogRow): void {
  sum.lines++
  if (action !== 'changed') {
    sum[action] += amount === null ? 0 : paiseOf(amount)
    return
  }
  const changed = fields.find(({ field }) => field === 'amount')
  const moved = changed === undefined ? 0 : paiseOf(changed.after ?? '0') - paiseOf(changed.before ?? '0')
  sum[moved < 0 ? 'lowered' : 'raised'] += Math.abs(moved)
}
