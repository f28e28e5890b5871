import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { PAGE_MARGIN } from './draw-rules-and-text-lines.ts'
import type { PdfDocument } from './pdfkit-internals.ts'

/** More waiting bytes than these let the reader take some before the next rows are drawn. */
const MAX_WAITING_BYTES = 1_000_000

/** Returns a PDF of A4 pages as a stream. It ends when `draw` has drawn them, and fails where that fails. */
export function openPdfStream(
  { title, layout }: { title: string; layout: 'portrait' | 'landscape' },
  draw: (pdf: PdfDocument) => Promise<void>,
): Readable {
  const pdf = new PDFDocument({
    size: 'A4',
    layout,
    // The foot is below the space for rows, so the library must not begin a page by itself there.
    margins: { top: PAGE_MARGIN, left: PAGE_MARGIN, right: PAGE_MARGIN, bottom: 0 },
    autoFirstPage: false,
    info: { Title: title },
  })
  draw(pdf)
    .then(() => pdf.end())
    .catch((error: Error) => pdf.destroy(error))
  return pdf as unknown as Readable
}

export async function letReaderCatchUp(pdf: PdfDocument): Promise<void> {
  if (pdf.readableLength > MAX_WAITING_BYTES) await new Promise((resolve) => setImmediate(resolve))
}
