import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import PDFDocument from 'pdfkit'
import { inKolkata } from './columns.ts'

const require = createRequire(import.meta.url)
const font = (subset: 'latin' | 'devanagari', weight: 500 | 700) =>
  require.resolve(`@fontsource/anek-devanagari/files/anek-devanagari-${subset}-${weight}-normal.woff`)

const MARGIN = 40
const BOTTOM = 90
const DEVANAGARI = /([\u0900-\u097f\u200c\u200d]+(?:\s+[\u0900-\u097f\u200c\u200d]+)*)/

/** What stands on every page. */
export interface PdfHead {
  company: string
  period: string
  madeAt: string
  /** The newest signed checkpoint, or null before the first. */
  checkpoint: string | null
}

interface Totals {
  lines: number
  createdPaise: number
  changedPaise: number
  deletedPaise: number
}

const nothing = (): Totals => ({ lines: 0, createdPaise: 0, changedPaise: 0, deletedPaise: 0 })

/** The edit log for paper: each page ends with its own totals and those up to there, and carries the checkpoint. */
export function pdfOf(rows: AsyncIterable<EditLogRow>, head: PdfHead): Readable {
  const pdf = new PDFDocument({
    size: 'A4',
    // The foot is written below the room for rows, so the library must not begin a page by itself there.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    autoFirstPage: false,
  })
  for (const weight of [500, 700] as const) {
    pdf.registerFont(`latin${weight}`, font('latin', weight))
    pdf.registerFont(`devanagari${weight}`, font('devanagari', weight))
  }
  fill().catch((error: Error) => pdf.destroy(error))
  return pdf as unknown as Readable

  async function fill(): Promise<void> {
    let [page, all, number] = [nothing(), nothing(), 1]
    beginPage(pdf, head, number)
    for await (const row of rows) {
      if (pdf.y + heightOf(pdf, row) > pdf.page.height - BOTTOM) {
        endPage(pdf, head, page, all)
        page = nothing()
        beginPage(pdf, head, ++number)
      }
      writeRow(pdf, row)
      for (const totals of [page, all]) add(totals, row)
      if (pdf.readableLength > 1_000_000) await new Promise((resolve) => setImmediate(resolve))
    }
    if (all.lines === 0) write(pdf, 'Nothing was created, changed or deleted in this period.', 500, 10)
    endPage(pdf, head, page, all)
    pdf.end()
  }
}

type Pdf = InstanceType<typeof PDFDocument>

function beginPage(pdf: Pdf, head: PdfHead, number: number): void {
  pdf.addPage()
  write(pdf, `${head.company}: edit log`, 700, 13)
  write(pdf, `${head.period}. Made ${inKolkata(head.madeAt)} IST. Page ${number}`, 500, 8)
  rule(pdf)
}

function writeRow(pdf: Pdf, { position, recordedAt, action, subject, actor, from, fields }: EditLogRow): void {
  write(pdf, `${position}   ${inKolkata(recordedAt)}   ${action}   ${subject}`, 700, 8.5)
  write(pdf, `by ${actor.name} (${actor.role})${from ? `, from ${from}` : ''}`, 500, 8)
  for (const line of linesOf(fields)) write(pdf, line, 500, 8, 14)
  pdf.moveDown(0.4)
}

/** What was set stands in one line, what was changed in a line for each field. */
function linesOf(fields: EditLogRow['fields']): string[] {
  const set = fields.filter(({ before, after }) => before === null && after)
  const told = fields.filter(({ before }) => before !== null)
  const first = set.map(({ field, after }) => `${field}: ${after}`).join('; ')
  return [...(first ? [first] : []), ...told.map(lineOf)]
}

function lineOf({ field, before, after }: EditLogRow['fields'][number]): string {
  return after === null ? `${field}: was ${before}` : `${field}: was ${before || '(empty)'}, is ${after || '(empty)'}`
}

/** An estimate on the safe side: long texts take more lines. */
function heightOf(pdf: Pdf, row: EditLogRow): number {
  const width = pdf.page.width - 2 * MARGIN - 14
  const lines = linesOf(row.fields).reduce((sum, line) => sum + Math.ceil((line.length * 4.6) / width), 0)
  return 34 + lines * 13
}

function endPage(pdf: Pdf, { checkpoint }: PdfHead, page: Totals, all: Totals): void {
  pdf.y = pdf.page.height - BOTTOM + 6
  rule(pdf)
  write(pdf, `This page: ${totals(page)}`, 700, 8)
  write(pdf, `Up to here: ${totals(all)}`, 700, 8)
  const [origin, size, root] = checkpoint?.split('\n') ?? []
  write(
    pdf,
    checkpoint ? `Signed checkpoint: ${origin}, ${size} events, root ${root}` : 'No checkpoint was signed yet.',
    500,
    6.5,
  )
}

function totals({ lines, createdPaise, changedPaise, deletedPaise }: Totals): string {
  const sums = [
    ['created', createdPaise],
    ['changed', changedPaise],
    ['deleted', deletedPaise],
  ] as const
  return `${lines} changes, amounts ${sums.map(([name, paise]) => `${name} ${formatAmount(paise)}`).join(', ')}`
}

function add(sum: Totals, { action, amount }: EditLogRow): void {
  sum.lines++
  sum[`${action}Paise`] += amount === null ? 0 : paiseOf(amount)
}

function rule(pdf: Pdf): void {
  pdf.moveDown(0.2)
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(pdf.page.width - MARGIN, pdf.y)
    .lineWidth(0.5)
    .stroke()
  pdf.moveDown(0.4)
}

/** A paragraph in which each script has its own font file. */
function write(pdf: Pdf, text: string, weight: 500 | 700, size: number, indent = 0): void {
  const width = pdf.page.width - 2 * MARGIN - indent
  const parts = text.split(DEVANAGARI).filter((part) => part !== '')
  pdf.fontSize(size)
  for (const [index, part] of parts.entries()) {
    const options = { width, continued: index < parts.length - 1, lineGap: 0 }
    pdf.font(`${DEVANAGARI.test(part) ? 'devanagari' : 'latin'}${weight}`)
    if (index === 0) pdf.text(part, MARGIN + indent, pdf.y, options)
    else pdf.text(part, options)
  }
}
