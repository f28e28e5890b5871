import type { Readable } from 'node:stream'
import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import PDFDocument from 'pdfkit'
import type { FileOf } from './columns.ts'
import type { Rows } from './files.ts'
import { BOTTOM, MARGIN, nothing, openPages, type PdfHead } from './pdf-pages.ts'
import { openTable } from './pdf-table.ts'

/** Returns the edit log for paper: a table whose head stands on every page, with old values beside new ones. */
export function pdfOf(rows: Rows, of: FileOf, head: PdfHead): Readable {
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    // The foot is below the space for rows, so the library must not begin a page by itself there.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    autoFirstPage: false,
    info: { Title: `${head.company}: edit log` },
  })
  fill().catch((error: Error) => pdf.destroy(error))
  return pdf as unknown as Readable

  async function fill(): Promise<void> {
    const pages = openPages(pdf, of.language, head)
    const table = openTable(pdf, of)
    const [page, all] = [nothing(), nothing()]
    const begin = () => {
      pages.begin()
      table.head()
    }
    const turn = () => {
      pages.end(page, all)
      Object.assign(page, nothing())
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
        for (const sum of [page, all]) add(sum, row)
      }
      if (pdf.readableLength > 1_000_000) await new Promise((resolve) => setImmediate(resolve))
    }
    if (all.lines === 0) pages.sayNone()
    pages.end(page, all, { isLast: true })
    pdf.end()
  }

  function room(): number {
    return pdf.page.height - BOTTOM - pdf.y
  }
}

function add(sum: ReturnType<typeof nothing>, { action, amount }: EditLogRow): void {
  sum.lines++
  sum[action] += amount === null ? 0 : paiseOf(amount)
}
