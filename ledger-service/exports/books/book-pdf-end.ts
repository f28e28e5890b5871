import { encode } from 'uqr'
import { formatCount, formatGrouped } from '../formats/dates-and-rupees.ts'
import { drawLines, drawRule, PAGE_MARGIN } from '../pdf/draw-rules-and-text-lines.ts'
import type { PdfDocument } from '../pdf/pdfkit-internals.ts'
import { breakIntoLines, type TextStyle } from '../pdf/text-lines.ts'
import type { Book, BookSum } from './book.ts'
import { BOOK_WORDS } from './book-words.ts'

/** In points, like all lengths here. */
const PLAIN: TextStyle = { weight: 500, size: 8 }
const BOLD: TextStyle = { weight: 700, size: 8 }
/** The widths of a label and of three figures; together they fit a page of either direction. */
const LABEL_WIDTH = 220
const FIGURE_WIDTH = 90
/** The space for a signature above its line, and the least width of that line. */
const SIGNATURE_HEIGHT = 44
const SIGNATURE_GAP = 24

/** The least width of a QR code, and of a square of it, so that a phone reads it from paper: 30 mm and 0.35 mm. */
const SMALLEST_CODE = 85
const LEAST_MODULE = 1
const CHECK_COMMAND = 'node verify.mjs code.txt --key <verifier key>'

interface Pages {
  /** Returns the height that is left on the page. */
  room(): number
  /** Ends the page and begins the next one. */
  turn(): void
}

/** Writes the end of a book: its sums by mode and purpose, and the lines on which people sign. */
export function writeBookEnd(pdf: PdfDocument, book: Book, pages: Pages): void {
  const t = BOOK_WORDS[book.language]
  const lineHeight = breakIntoLines(pdf, ['x'], 100, PLAIN)[0]?.height ?? 0
  for (const { title, rows } of book.sums) {
    if (rows.length === 0) continue
    if (pages.room() < 4 * lineHeight) pages.turn()
    const head = () => {
      pdf.y += 10
      row([title, t.received, t.paid, t.entries], BOLD)
      shortRule()
    }
    head()
    for (const sum of rows) sumRow(sum, PLAIN, head)
    shortRule()
    if (book.total) sumRow(book.total, BOLD, head)
  }
  if (book.proofCode !== null) writeProofCode(book.proofCode)
  else if (book.missingProofCode !== undefined) writeMissingProofCode(book.missingProofCode)
  writeSignatures()

  /** Sums that go on on another page have their head there, too. */
  function sumRow({ label, in: received, out, entries }: BookSum, style: TextStyle, head: () => void): void {
    const { length } = breakIntoLines(pdf, [label], LABEL_WIDTH, style)
    if (pages.room() < length * lineHeight) {
      pages.turn()
      head()
    }
    row([label, formatGrouped(received), formatGrouped(out), formatCount(entries)], style)
  }

  function row([label = '', ...figures]: readonly string[], style: TextStyle): void {
    const lines = breakIntoLines(pdf, [label], LABEL_WIDTH, style)
    const top = pdf.y
    lines.forEach((line, index) => {
      line.draw(PAGE_MARGIN, top + index * lineHeight)
    })
    figures.forEach((figure, index) => {
      const right = PAGE_MARGIN + LABEL_WIDTH + (index + 1) * FIGURE_WIDTH
      const [line] = breakIntoLines(pdf, [figure], pdf.page.width, style)
      line?.draw(right - line.width(), top)
    })
    pdf.y = top + lines.length * lineHeight
  }

  function shortRule(): void {
    pdf.y += 1
    drawRule(pdf, 0.3, LABEL_WIDTH + 3 * FIGURE_WIDTH)
    pdf.y += 1
  }

  /** Draws the QR code at the left, and how to check it beside it. */
  function writeProofCode(text: string): void {
    const { data, size } = encode(text, { ecc: 'L', border: 2 })
    const side = Math.max(SMALLEST_CODE, size * LEAST_MODULE)
    if (pages.room() < side + 12) pages.turn()
    const top = pdf.y + 12
    const module = side / size
    data.forEach((cells, y) => {
      cells.forEach((isDark, x) => {
        if (isDark) pdf.rect(PAGE_MARGIN + x * module, top + y * module, module, module)
      })
    })
    pdf.fill('#000')
    const left = PAGE_MARGIN + side + 12
    const width = pdf.page.width - PAGE_MARGIN - left
    const lines = [t.proofCode, CHECK_COMMAND].flatMap((text) => breakIntoLines(pdf, [text], width, PLAIN))
    lines.forEach((line, index) => {
      line.draw(left, top + index * lineHeight)
    })
    pdf.y = top + side
  }

  function writeMissingProofCode(text: string): void {
    const lines = breakIntoLines(pdf, [text], pdf.page.width - 2 * PAGE_MARGIN, PLAIN)
    if (pages.room() < 12 + lines.length * lineHeight) pages.turn()
    pdf.y += 12
    drawLines(pdf, lines)
  }

  function writeSignatures(): void {
    if (pages.room() < SIGNATURE_HEIGHT + 2 * lineHeight) pages.turn()
    pdf.y += SIGNATURE_HEIGHT
    const top = pdf.y
    const width = (pdf.page.width - 2 * PAGE_MARGIN) / book.signatures.length
    book.signatures.forEach((text, index) => {
      const left = PAGE_MARGIN + index * width
      pdf
        .moveTo(left, top)
        .lineTo(left + width - SIGNATURE_GAP, top)
        .lineWidth(0.5)
        .stroke()
      breakIntoLines(pdf, [text], width - SIGNATURE_GAP, PLAIN)[0]?.draw(left, top + 2)
    })
    pdf.y = top + lineHeight + 2
  }
}
