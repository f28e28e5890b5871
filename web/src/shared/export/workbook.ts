import { sheetText } from '@ledger/contracts/printable.ts'
import { rupeeFormat } from '@ledger/contracts/rupee-format.ts'
import type { PageSetup, Style, Worksheet } from 'exceljs'
import { DATE_FORMAT, type Line, type Sheet } from './sheet-plan.ts'

// exceljs's regenerator would call `Function(…)`, which the CSP forbids, unless this name exists before it loads.
Object.assign(globalThis, { regeneratorRuntime: undefined })
const {
  default: { Workbook, ValueType },
} = await import('exceljs')

type Look = Partial<Style>

const HEAD: Look = {
  font: { bold: true, color: { argb: 'FF131A14' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFD3DBD1' } },
  border: { bottom: { style: 'thin', color: { argb: 'FF434F45' } } },
}
const BOLD: Look = { font: { bold: true } }
const DAY: Look = { numFmt: DATE_FORMAT, alignment: { horizontal: 'left' } }
/** Excel's Text format: what begins with = is no formula even after somebody has edited it. */
const TEXT: Look = { numFmt: '@' }
const COUNT: Look = { numFmt: '0' }

/** On A4, all columns on one page and the head on each. */
const PRINTED: Partial<PageSetup> = {
  paperSize: 9,
  orientation: 'landscape',
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: '1:1',
}

/** The SUMMARY's amounts stand apart from the columns of amounts, whose sums they must not change. */
const SUMMARY_COLUMN = 3

/** What stands around the lines. */
export interface Ending {
  /** A list comes newest first; a book is read oldest first. */
  readonly oldestFirst?: boolean
  /** Above and below the lines. */
  readonly top?: Line
  readonly bottom?: Line
  /** Labels with paise, after a blank row. */
  readonly summary?: readonly (readonly [label: string, paise: number])[]
}

/** A workbook of one sheet, made in memory: exceljs has no other way in a browser. */
export interface Book {
  add(line: Line): void
  finish(ending: Ending): Promise<ArrayBuffer>
}

/** Amounts become numbers and days become dates; every text is a string cell, so that none can become a formula. */
export function openBook({ name, columns }: Sheet): Book {
  const book = new Workbook()
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }], pageSetup: PRINTED })
  sheet.columns = columns.map(({ width }) => ({ width }))
  const lines: Line[] = []
  const texts = new Map<string, string>()
  const head = columns.map(({ header }) => cell(header, HEAD))
  const money = rupeeLooks()

  /** A page's texts keep the page alive and most of them repeat, so each is kept once. */
  function once(text: string): string {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, text)
    return text
  }

  function cellOf(value: Line[number], column: number): Cell | undefined {
    if (value === null) return undefined
    switch (columns[column]?.kind) {
      case 'day':
        return cell(serialOf(String(value)), DAY)
      case 'money':
        return cell(Number(value) / 100, money(Number(value)))
      case 'count':
        return cell(value, COUNT)
      default:
        return cell(value, TEXT)
    }
  }

  return {
    add(line) {
      lines.push(line.map((value) => (typeof value === 'string' ? once(sheetText(value)) : value)))
    },
    async finish({ oldestFirst = false, top, bottom, summary = [] }) {
      if (oldestFirst) lines.reverse()
      const body = [...(top ? [top] : []), ...lines, ...(bottom ? [bottom] : [])]
      const foot = summary.map(([label, paise]) => {
        const row = [cell(label, BOLD)]
        row[SUMMARY_COLUMN] = cell(paise / 100, { ...BOLD, ...money(paise) })
        return row
      })
      const ending = summary.length === 0 ? [] : [[], [cell('SUMMARY', BOLD)], ...foot]
      handRows(sheet, 1 + body.length + ending.length, (index) => {
        if (index === 0) return head
        return body[index - 1]?.map(cellOf) ?? ending[index - 1 - body.length] ?? []
      })
      const bytes = new Uint8Array(await book.xlsx.writeBuffer())
      return bytes.buffer
    },
  }
}

/** A cell as exceljs's writer takes it. The ids are its own, from the first time that it looks at the cells. */
interface Cell {
  readonly type: number
  readonly value: string | number
  readonly style: Look
  address?: string
  styleId?: number | undefined
  ssId?: number | undefined
}

function cell(value: string | number, style: Look): Cell {
  return { type: typeof value === 'string' ? ValueType.String : ValueType.Number, value, style }
}

/**
 * Gives the sheet rows that exist only while they are looked at. exceljs would keep an object for every cell and copy all of
 * them twice before it writes: twice the time, and 730 MB instead of 600 for 100,000 rows. Its writer goes through `model.rows` once to number styles and
 * texts and once to write, and needs no more of them than `length` and `forEach`.
 */
function handRows(sheet: Worksheet, length: number, rowAt: (index: number) => readonly (Cell | undefined)[]): void {
  const styleIds = new Map<Look, number | undefined>()
  const textIds = new Map<string | number, number | undefined>()
  const rows = {
    length,
    forEach(visit: (row: { number: number; cells: Cell[] }, index: number) => void) {
      for (let index = 0; index < length; index++) {
        const cells: Cell[] = []
        for (const [column, made] of rowAt(index).entries()) {
          if (made === undefined) continue
          const ssId = made.type === ValueType.String ? textIds.get(made.value) : undefined
          const address = `${String.fromCharCode(65 + column)}${index + 1}`
          cells.push({ ...made, address, styleId: styleIds.get(made.style), ssId })
        }
        visit({ number: index + 1, cells }, index)
        for (const { style, styleId, value, ssId } of cells) {
          styleIds.set(style, styleId)
          if (ssId !== undefined) textIds.set(value, ssId)
        }
      }
    },
  }
  const dimensions = `A1:${String.fromCharCode(64 + sheet.columns.length)}${length}`
  Object.defineProperty(sheet, 'model', { value: { ...sheet.model, rows, dimensions } })
}

/** A spreadsheet's day is a whole number, counted from the end of 1899. */
const serialOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

/** One look for each format: exceljs tells styles apart by their identity. */
function rupeeLooks(): (paise: number) => Look {
  const looks = new Map<string, Look>()
  return (paise) => {
    const numFmt = rupeeFormat(paise)
    const known = looks.get(numFmt)
    if (known !== undefined) return known
    const look = { numFmt }
    looks.set(numFmt, look)
    return look
  }
}
