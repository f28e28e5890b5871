import type { Style } from 'exceljs'
import { DATE_FORMAT, type Line, rupeeFormat, type Sheet } from './sheet-plan.ts'

// exceljs's regenerator would call `Function(…)`, which the CSP forbids, unless this name exists before it loads.
Object.assign(globalThis, { regeneratorRuntime: undefined })
const { default: Excel } = await import('exceljs')

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

/** The SUMMARY's amounts stand apart from the columns of amounts, whose sum they must not change. */
const SUMMARY_COLUMN = 4

/** A workbook of one sheet, made in memory: exceljs has no other way in a browser. */
export interface Book {
  add(line: Line): void
  /** @param summary labels with paise, after a blank row; none where it is undefined */
  finish(summary: readonly (readonly [label: string, paise: number])[] | undefined): Promise<ArrayBuffer>
}

/** Amounts become numbers and days become dates; every text is a string cell, so that none can become a formula. */
export function openBook({ name, columns }: Sheet): Book {
  const book = new Excel.Workbook()
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(({ width }) => ({ width }))
  const put = (row: number, column: number, value: string | number | Date, look: Look) => {
    const cell = sheet.getCell(row, column)
    cell.value = value
    cell.style = look
  }
  for (const [index, { header }] of columns.entries()) put(1, index + 1, header, HEAD)
  let last = 1

  return {
    add(line) {
      last += 1
      for (const [index, value] of line.entries()) {
        const kind = columns[index]?.kind
        if (value === null || kind === undefined) continue
        if (typeof value === 'string')
          put(last, index + 1, kind === 'day' ? dateOf(value) : value, kind === 'day' ? DAY : TEXT)
        else put(last, index + 1, kind === 'money' ? value / 100 : value, kind === 'money' ? moneyLook(value) : COUNT)
      }
    },
    async finish(summary) {
      if (summary !== undefined) {
        put(last + 2, 1, 'SUMMARY', BOLD)
        for (const [index, [label, paise]] of summary.entries()) {
          put(last + 3 + index, 1, label, BOLD)
          put(last + 3 + index, SUMMARY_COLUMN, paise / 100, { ...BOLD, ...moneyLook(paise) })
        }
      }
      const bytes = new Uint8Array(await book.xlsx.writeBuffer())
      return bytes.buffer
    },
  }
}

/** A spreadsheet's dates have no time zone: midnight UTC is the whole number that stands for the day. */
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

// One object for each format, because exceljs looks a style up by its identity first.
const moneyLooks = new Map<string, Look>()

function moneyLook(paise: number): Look {
  const numFmt = rupeeFormat(paise)
  const known = moneyLooks.get(numFmt)
  if (known !== undefined) return known
  const look = { numFmt }
  moneyLooks.set(numFmt, look)
  return look
}
