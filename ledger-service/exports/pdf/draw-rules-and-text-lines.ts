import type { PdfDocument } from './pdfkit-internals.ts'
import { breakIntoLines, type TextLine, type TextStyle } from './text-lines.ts'

/** In points, like all lengths here. */
export const PAGE_MARGIN = 40

/** Draws a line from the left margin at the current height: across the page, or `length` points long. */
export function drawRule(pdf: PdfDocument, width: number, length = pdf.page.width - 2 * PAGE_MARGIN): void {
  pdf
    .moveTo(PAGE_MARGIN, pdf.y)
    .lineTo(PAGE_MARGIN + length, pdf.y)
    .lineWidth(width)
    .stroke()
}

/** Writes a text from margin to margin at the current height, on as many lines as it needs, and goes below it. */
export function writeLines(pdf: PdfDocument, parts: readonly string[], style: TextStyle): void {
  drawLines(pdf, breakIntoLines(pdf, parts, pdf.page.width - 2 * PAGE_MARGIN, style))
}

/** Draws lines from the left margin at the current height, and goes below them. */
export function drawLines(pdf: PdfDocument, lines: readonly TextLine[]): void {
  for (const line of lines) {
    const top = pdf.y
    line.draw(PAGE_MARGIN, top)
    pdf.y = top + line.height
  }
}
