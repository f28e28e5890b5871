import { Readable } from 'node:stream'
import { printableLines } from '@ledger/contracts/text/escape-unprintable.ts'
import { stringify } from 'csv-stringify'
import { type Book, type BookLine, type BookLines, firstLine, lastLine } from './book.ts'
import { BOOK_WORDS } from './book-words.ts'

/**
 * Returns a book as CSV (RFC 4180, UTF-8 with a byte order mark so that spreadsheets read Hindi), between the lines of
 * its two balances, or before the sums of a list. No cell begins a formula, and an amount below zero stays a number.
 */
export function bookCsv(book: Book, lines: BookLines): Readable {
  const csv = stringify({
    header: true,
    bom: true,
    columns: book.columns.map(({ header }) => header),
    escape_formulas: true,
    // Amounts have two decimals as everywhere; counts have no fraction.
    cast: {
      number: (value, { index }) => (book.columns[index]?.kind === 'money' ? value.toFixed(2) : String(value)),
    },
  })
  Readable.from(fileLines(book, lines))
    .on('error', (error) => csv.destroy(error))
    .pipe(csv)
  return csv
}

async function* fileLines(book: Book, lines: BookLines): AsyncGenerator<(string | number)[]> {
  const t = BOOK_WORDS[book.language]
  const cells = (line: BookLine) => line.map((cell, index) => cellOf(book, cell, index))
  const [first, last] = [firstLine(book, t.opening), lastLine(book, t.closing)]
  if (first) yield cells(first)
  for await (const some of lines) for (const line of some) yield cells(line)
  if (last) yield cells(last)
}

function cellOf({ columns }: Book, cell: BookLine[number], index: number): string | number {
  if (cell === null) return ''
  if (columns[index]?.kind === 'money') return Number(cell)
  return typeof cell === 'string' ? printableLines(cell) : cell
}
