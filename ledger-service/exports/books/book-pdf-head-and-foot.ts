import { formatKolkataTime } from '../formats/dates-and-rupees.ts'
import { drawLines, drawRule, PAGE_MARGIN, writeLines } from '../pdf/draw-rules-and-text-lines.ts'
import { openNumberedPages } from '../pdf/page-numbers.ts'
import type { PdfDocument } from '../pdf/pdfkit-internals.ts'
import { breakIntoLines, type TextLine, type TextStyle } from '../pdf/text-lines.ts'
import type { Book } from './book.ts'
import { BOOK_WORDS } from './book-words.ts'

/** The height of the foot, with the paper's own margin; in points, like all lengths here. */
export const FOOT_HEIGHT = 52

const COMPANY_STYLE: TextStyle = { weight: 700, size: 13 }
const TITLE_STYLE: TextStyle = { weight: 700, size: 10 }
const HEAD_TEXT_STYLE: TextStyle = { weight: 500, size: 8.5 }
const FOOT_STYLE: TextStyle = { weight: 500, size: 7.5 }

/** Opens the pages of a book, each with company, account and period at the top and its number at the bottom. */
export function createBookPages(pdf: PdfDocument, book: Book) {
  const t = BOOK_WORDS[book.language]
  const pages = openNumberedPages(pdf, FOOT_STYLE)
  // A name is a part of its own, so that one that runs from right to left does not change the direction of the others.
  const about = book.about.flatMap((text, index) => (index === 0 ? [text] : [', ', text]))
  // A long file has thousands of pages, so their head is measured once.
  let head: TextLine[] | undefined
  const headLines = () => {
    const width = pdf.page.width - 2 * PAGE_MARGIN
    return [
      ...breakIntoLines(pdf, [book.company], width, COMPANY_STYLE),
      ...breakIntoLines(pdf, [`${book.title}: `, ...about], width, TITLE_STYLE),
      ...breakIntoLines(pdf, [book.period], width, HEAD_TEXT_STYLE),
      ...(book.seal === null ? [] : breakIntoLines(pdf, [book.seal], width, HEAD_TEXT_STYLE)),
    ]
  }
  return {
    begin() {
      pages.begin()
      head ??= headLines()
      drawLines(pdf, head)
      pdf.y += 4
    },
    end() {
      pdf.y = pdf.page.height - FOOT_HEIGHT + 8
      drawRule(pdf, 0.3)
      pdf.y += 2
      pages.drawNumber(t.pageOf)
      writeLines(pdf, [t.made(formatKolkataTime(book.madeAt, book.language))], FOOT_STYLE)
    },
    writePageCount: pages.writeCount,
  }
}
