import { PassThrough, type Readable } from 'node:stream'
import { paiseOf } from '@ledger/contracts/money.ts'
import { escapePageHeader } from '@ledger/contracts/spreadsheets/escape-page-header.ts'
import { spreadsheetRowHeight } from '@ledger/contracts/spreadsheets/row-height.ts'
import { printableCell } from '@ledger/contracts/text/escape-unprintable.ts'
import ExcelJS from 'exceljs'
import { formatKolkataTime } from '../formats/dates-and-rupees.ts'
import {
  DAY_CELL_STYLE,
  HEAD_CELL_STYLE,
  PAGE_SETUP,
  PLAIN_CELL_STYLE,
  rupeeCellStyle,
  TEXT_CELL_STYLE,
  TOTAL_CELL_STYLE,
} from '../formats/xlsx-cell-styles.ts'
import { type Book, type BookColumn, type BookLine, type BookLines, type BookSum, firstLine, lastLine } from './book.ts'
import { BOOK_WORDS } from './book-words.ts'

/**
 * Returns a book as a workbook, written row by row: days are dates, amounts are numbers, texts stay texts. The first
 * sheet has the lines between the two balances, with frozen heads and no sum in a column that a reader adds up. The
 * second has what the book is of, and its sums.
 */
export function bookXlsx(book: Book, lines: BookLines): Readable {
  const stream = new PassThrough()
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  fill().catch((error: Error) => stream.destroy(error))
  return stream

  async function fill(): Promise<void> {
    await writeLines(workbook, book, lines, stream)
    writeSummary(workbook, book)
    await workbook.commit()
  }
}

type WorkbookWriter = InstanceType<typeof ExcelJS.stream.xlsx.WorkbookWriter>

async function writeLines(workbook: WorkbookWriter, book: Book, lines: BookLines, stream: PassThrough): Promise<void> {
  const t = BOOK_WORDS[book.language]
  const { columns } = book
  const sheet = addSheet(workbook, book, book.sheetName, columns, { orientation: 'landscape', printTitlesRow: '1:1' })
  sheet.addRow(columns.map(({ header }) => header)).eachCell((cell) => {
    cell.style = HEAD_CELL_STYLE
  })
  const [first, last] = [firstLine(book, t.opening), lastLine(book, t.closing)]
  if (first) add(first, true)
  for await (const some of lines) {
    for (const line of some) add(line)
    // The writer has no back-pressure of its own.
    if (stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve))
  }
  if (last) add(last, true)
  sheet.commit()

  function add(line: BookLine, isTotal = false): void {
    // A label stands in the column of days where a book has no texts.
    const isLabel = (index: number) => isTotal && index === book.at.label
    const kindOf = (index: number) => (isLabel(index) ? 'text' : (columns[index]?.kind ?? 'text'))
    const row = sheet.addRow(line.map((value, index) => cellValue(value, kindOf(index))))
    // The writer also looks up the style of the row.
    Object.assign(row, { style: PLAIN_CELL_STYLE })
    line.forEach((value, index) => {
      row.getCell(index + 1).style = cellStyle(value, kindOf(index), isTotal)
    })
    const texts = line.flatMap((value, index): [string, number][] =>
      typeof value === 'string' && kindOf(index) === 'text' ? [[value, columns[index]?.width ?? 1]] : [],
    )
    const height = spreadsheetRowHeight(texts)
    if (height !== undefined) row.height = height
    row.commit()
  }
}

/** Adds a sheet whose heads stay in place, with company, title, what it is of and the page's number on each page. */
function addSheet(
  workbook: WorkbookWriter,
  book: Book,
  name: string,
  columns: readonly Pick<BookColumn, 'width'>[],
  setup: Partial<ExcelJS.PageSetup>,
) {
  const { language, company, title, about, period } = book
  const left = `${escapePageHeader(company)}\n${escapePageHeader(about.join(', '))}`
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { ...PAGE_SETUP, ...setup },
    headerFooter: {
      oddHeader: `&L ${left}&R ${escapePageHeader(title)}\n${escapePageHeader(period)}`,
      oddFooter: `&R${BOOK_WORDS[language].pageOf('&P')}&N`,
    },
  })
  sheet.columns = columns.map(({ width }) => ({ width }))
  return sheet
}

/** An empty cell has no value; a day is a date at its midnight, because a spreadsheet's date has no zone. */
function cellValue(value: BookLine[number], kind: BookColumn['kind']): string | number | Date | null {
  if (value === null || typeof value === 'number') return value
  if (kind === 'day') return new Date(`${value}T00:00:00Z`)
  return kind === 'money' ? Number(value) : printableCell(value)
}

function cellStyle(value: BookLine[number], kind: BookColumn['kind'], isTotal: boolean): Partial<ExcelJS.Style> {
  if (kind === 'money' && typeof value === 'string') return rupeeCellStyle(paiseOf(value), isTotal)
  if (isTotal) return TOTAL_CELL_STYLE
  return kind === 'day' ? DAY_CELL_STYLE : kind === 'text' ? TEXT_CELL_STYLE : PLAIN_CELL_STYLE
}

const SUMMARY_WIDTHS = [{ width: 36 }, { width: 18 }, { width: 18 }, { width: 12 }] as const

/** Writes the second sheet: what the book is of, its balances, and its sums by payment mode and purpose. */
function writeSummary(workbook: WorkbookWriter, book: Book): void {
  const t = BOOK_WORDS[book.language]
  const sheet = addSheet(workbook, book, t.summary, SUMMARY_WIDTHS, { orientation: 'portrait', printTitlesRow: '' })
  const line = (cells: readonly (string | number | null)[], style: Partial<ExcelJS.Style> = TEXT_CELL_STYLE) => {
    const row = sheet.addRow([...cells])
    Object.assign(row, { style: PLAIN_CELL_STYLE })
    cells.forEach((_, index) => {
      row.getCell(index + 1).style = style
    })
    return row
  }
  const figures = ({ label, in: received, out, entries }: BookSum, isTotal = false) => {
    const row = line([printableCell(label), Number(received), Number(out), entries])
    row.getCell(1).style = isTotal ? TOTAL_CELL_STYLE : TEXT_CELL_STYLE
    row.getCell(2).style = rupeeCellStyle(paiseOf(received), isTotal)
    row.getCell(3).style = rupeeCellStyle(paiseOf(out), isTotal)
    row.getCell(4).style = isTotal ? TOTAL_CELL_STYLE : PLAIN_CELL_STYLE
  }
  const balance = (label: string, decimal: string) => {
    line([label, Number(decimal)], TOTAL_CELL_STYLE).getCell(2).style = rupeeCellStyle(paiseOf(decimal), true)
  }
  line([printableCell(book.company)], HEAD_CELL_STYLE)
  for (const text of [book.title, ...book.about, book.period, book.seal ?? []].flat()) line([printableCell(text)])
  line([t.made(formatKolkataTime(book.madeAt, book.language))])
  line([])
  if (book.balances) {
    balance(t.opening, book.balances.opening)
    balance(t.closing, book.balances.closing)
  }
  for (const { title, rows } of [{ title: t.total, rows: book.total ? [book.total] : [] }, ...book.sums]) {
    if (rows.length === 0) continue
    line([])
    line([title, t.received, t.paid, t.entries], HEAD_CELL_STYLE)
    for (const row of rows) figures(row, row === book.total)
  }
  sheet.commit()
}
