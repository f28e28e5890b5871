import { LRUCache } from 'lru-cache'
import { formatCount, formatDay, formatGrouped } from '../formats/dates-and-rupees.ts'
import { openNumberDrawer, type RightAlignedNumber } from '../pdf/draw-right-aligned-numbers.ts'
import { drawRule, PAGE_MARGIN } from '../pdf/draw-rules-and-text-lines.ts'
import type { PdfDocument } from '../pdf/pdfkit-internals.ts'
import { breakIntoLines, type TextLine, type TextStyle } from '../pdf/text-lines.ts'
import type { Book, BookColumn, BookLine } from './book.ts'

/** In points, like all lengths here. */
const COLUMN_GAP = 8
const ROW_PADDING = 3
const PLAIN: TextStyle = { weight: 500, size: 8 }
const BOLD: TextStyle = { weight: 700, size: 8 }
const SMALL: TextStyle = { weight: 500, size: 7 }
/** The limit of cached cells: names, purposes and modes repeat. */
const MAX_CACHED_CELLS = 4000

/** The figures of a line of balances, in rupees; what it does not have stays empty. */
export interface BalanceFigures {
  readonly in?: string
  readonly out?: string
  readonly balance: string
}

/** One cell on paper: lines of text, or a figure that ends at the right edge of the column. */
interface Cell {
  readonly lines: readonly TextLine[]
  readonly figure?: RightAlignedNumber
}

/** Opens the table of a book: the places of the columns, and their cells. */
export function createBookTable(pdf: PdfDocument, book: Book) {
  const { columns, at, language } = book
  const lefts = columns.map((_, index) => PAGE_MARGIN + widthOf(columns.slice(0, index)))
  // Texts begin at the left edge of their column, where a figure before them would end.
  const rights = columns.map(({ points }, index) => {
    const next = columns.slice(index + 1).find((column) => column.points > 0)
    return (lefts[index] ?? 0) + points - (next && !isFigure(next) ? COLUMN_GAP : 0)
  })
  const cached = new LRUCache<string, readonly TextLine[]>({ max: MAX_CACHED_CELLS })
  const balanceHeight = heightOf([textLines('x', 100, BOLD)]) + 2 * ROW_PADDING

  function textLines(text: string, width: number, style: TextStyle): readonly TextLine[] {
    const key = `${width} ${style.size} ${style.weight} ${text}`
    const known = cached.get(key)
    if (known) return known
    const lines = breakIntoLines(pdf, [text], width - COLUMN_GAP, style)
    cached.set(key, lines)
    return lines
  }

  let heads: readonly Cell[] | undefined
  const figures = new Map([PLAIN, BOLD].map((style) => [style, openNumberDrawer(pdf, style)]))

  function figureCell(text: string, style: TextStyle): Cell {
    const figure = figures.get(style)?.(text)
    return { lines: [], ...(figure && { figure }) }
  }

  /** Returns the lines of a head, which end at the right edge above figures. */
  function headLines(column: BookColumn, index: number): TextLine[] {
    const width = (rights[index] ?? 0) - (lefts[index] ?? 0)
    const texts = column.headLines ?? [column.header]
    if (!isFigure(column)) return texts.flatMap((text) => textLines(text, column.points, BOLD))
    return texts
      .flatMap((text) => breakIntoLines(pdf, [text], width - COLUMN_GAP, BOLD))
      .map((line): TextLine => ({ ...line, draw: (left, top) => line.draw(left + width - line.width(), top) }))
  }

  function cellOf(value: BookLine[number], { kind, points }: BookColumn, style: TextStyle): Cell {
    if (value === null || value === '') return { lines: [] }
    if (kind === 'money') return figureCell(formatGrouped(String(value)), style)
    if (kind === 'count') return figureCell(formatCount(Number(value)), style)
    return { lines: textLines(kind === 'day' ? formatDay(String(value), language) : String(value), points, style) }
  }

  function cellsOf(line: BookLine): Cell[] {
    const cells: Cell[] = columns.map((column, index) => {
      if (column.points === 0) return { lines: [] }
      const cell = cellOf(line[index] ?? null, column, index === at.balance ? BOLD : PLAIN)
      const below = textBelow(line, index)
      return below === '' ? cell : { lines: [...cell.lines, ...textLines(below, column.points, SMALL)] }
    })
    return cells
  }

  /** Returns the texts of the columns that have no place of their own, below the text of the column before them. */
  function textBelow(line: BookLine, index: number): string {
    const texts: string[] = []
    for (let next = index + 1; columns[next]?.points === 0; next++) {
      const text = line[next]
      if (typeof text === 'string' && text !== '') texts.push(text)
    }
    return texts.join(': ')
  }

  function draw(cells: readonly Cell[]): void {
    const top = pdf.y
    cells.forEach(({ lines, figure }, index) => {
      const left = lefts[index] ?? 0
      figure?.draw(rights[index] ?? left, top)
      let y = top
      for (const line of lines) {
        line.draw(left, y)
        y += line.height
      }
    })
    pdf.y = top + heightOf(cells.map(({ lines }) => lines))
  }

  return {
    balanceHeight,
    head(): void {
      heads ??= columns.map((column, index) => ({ lines: column.points === 0 ? [] : headLines(column, index) }))
      drawRule(pdf, 0.5)
      pdf.y += ROW_PADDING
      draw(heads)
      pdf.y += ROW_PADDING
      drawRule(pdf, 0.5)
      pdf.y += ROW_PADDING
    },
    row(line: BookLine) {
      const cells = cellsOf(line)
      return {
        height: heightOf(cells.map(({ lines }) => lines)) + ROW_PADDING,
        draw(): void {
          draw(cells)
          pdf.y += ROW_PADDING
        },
      }
    },
    /** Draws a line of balances; a closing one stands between rules. */
    balance(label: string, figures: BalanceFigures, isClosing = false): void {
      const shown = new Map([
        [at.in, figures.in],
        [at.out, figures.out],
        [at.balance, figures.balance],
      ])
      const cells = columns.map((_, index): Cell => {
        // The first column leaves the label no place where it has days.
        if (index === at.label) return { lines: textLines(label, pdf.page.width, BOLD) }
        const figure = shown.get(index)
        return figure === undefined ? { lines: [] } : figureCell(formatGrouped(figure), BOLD)
      })
      if (isClosing) drawRule(pdf, 0.5)
      pdf.y += ROW_PADDING
      draw(cells)
      pdf.y += ROW_PADDING
      if (isClosing) drawRule(pdf, 0.5)
    },
    /** Draws the sums of a list between rules. */
    totals(line: BookLine): void {
      drawRule(pdf, 0.5)
      pdf.y += ROW_PADDING
      draw(columns.map((column, index) => cellOf(line[index] ?? null, column, BOLD)))
      pdf.y += ROW_PADDING
      drawRule(pdf, 0.5)
    },
    note(text: string): void {
      draw([{ lines: breakIntoLines(pdf, [text], pdf.page.width, PLAIN) }])
      pdf.y += ROW_PADDING
    },
  }
}

const isFigure = ({ kind }: BookColumn) => kind === 'money' || kind === 'count'

const widthOf = (columns: readonly BookColumn[]) => columns.reduce((width, { points }) => width + points, 0)

const heightOf = (cells: readonly (readonly TextLine[])[]) =>
  Math.max(0, ...cells.map((lines) => lines.reduce((height, line) => height + line.height, 0)))
