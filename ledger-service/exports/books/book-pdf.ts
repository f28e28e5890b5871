import type { Readable } from 'node:stream'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { PAGE_MARGIN } from '../pdf/draw-rules-and-text-lines.ts'
import { letReaderCatchUp, openPdfStream } from '../pdf/pdf-stream.ts'
import type { PdfDocument } from '../pdf/pdfkit-internals.ts'
import type { Book, BookLine, BookLines } from './book.ts'
import { writeBookEnd } from './book-pdf-end.ts'
import { createBookPages, FOOT_HEIGHT } from './book-pdf-head-and-foot.ts'
import { type BalanceFigures, createBookTable } from './book-pdf-table.ts'
import { BOOK_WORDS } from './book-words.ts'

/**
 * Returns a book for paper: each page has its head, the balance brought forward and the balance carried forward; the
 * last one the closing balance, the sums and the lines for signatures. A list has no balances.
 */
export function bookPdf(book: Book, lines: BookLines): Readable {
  const isWide = book.columns.reduce((width, { points }) => width + points, 0) > PORTRAIT_WIDTH
  const title = [book.company, book.title, ...book.about, book.period].join(', ')
  return openPdfStream({ title, layout: isWide ? 'landscape' : 'portrait' }, draw)

  async function draw(pdf: PdfDocument): Promise<void> {
    const t = BOOK_WORDS[book.language]
    const pages = createBookPages(pdf, book)
    const table = createBookTable(pdf, book)
    const { balances } = book
    const room = () => pdf.page.height - FOOT_HEIGHT - pdf.y
    const running = { in: 0n, out: 0n, balance: balances?.opening ?? '0.00' }
    let lineCount = 0
    const figures = (): BalanceFigures => ({
      in: formatAmount(running.in),
      out: formatAmount(running.out),
      balance: running.balance,
    })
    const turn = () => {
      if (balances) table.balance(t.carriedForward, figures())
      pages.end()
      pages.begin()
      table.head()
      if (balances) table.balance(t.broughtForward, figures())
    }
    pages.begin()
    table.head()
    if (balances) table.balance(t.opening, { balance: balances.opening })
    for await (const some of lines) {
      for (const line of some) {
        const row = table.row(line)
        if (row.height + table.balanceHeight > room()) turn()
        row.draw()
        if (balances) addTo(running, line)
        lineCount++
      }
      await letReaderCatchUp(pdf)
    }
    if (lineCount === 0) table.note(book.none ?? t.none)
    if (table.balanceHeight > room()) turn()
    if (balances) table.balance(t.closing, { ...figures(), balance: balances.closing }, true)
    else if (book.totals) table.totals(book.totals)
    writeBookEnd(pdf, book, {
      room,
      turn: () => {
        pages.end()
        pages.begin()
      },
    })
    pages.end()
    pages.writePageCount()
  }

  function addTo(running: { in: bigint; out: bigint; balance: string }, line: BookLine): void {
    const { at } = book
    running.in += paiseOfCell(line[at.in])
    running.out += paiseOfCell(line[at.out])
    running.balance = String(line[at.balance] ?? running.balance)
  }
}

/** A4 without its margins, in points. */
const PORTRAIT_WIDTH = 595 - 2 * PAGE_MARGIN

const paiseOfCell = (cell: BookLine[number] | undefined) => BigInt(typeof cell === 'string' ? paiseOf(cell) : 0)
