import { spreadsheetRupeeFormat } from '@ledger/contracts/spreadsheets/rupee-format.ts'
import type ExcelJS from 'exceljs'

/** The looks of cells and pages. Each is one object: the writer recognises it, and looks up no style. */

const TOP = { vertical: 'top' } as const
export const PLAIN_CELL_STYLE = { alignment: TOP }
/** A text that is wider than its column goes on below, so that paper cuts none. */
export const TEXT_CELL_STYLE = { alignment: { ...TOP, wrapText: true } }
/** The label of a balance or a total. */
export const TOTAL_CELL_STYLE = { ...TEXT_CELL_STYLE, font: { bold: true } }
/** As the days of every other file (§3); below, with the time. */
export const DAY_CELL_STYLE = { alignment: { ...TOP, horizontal: 'left' }, numFmt: 'd/m/yyyy' } as const
export const TIME_CELL_STYLE = { alignment: { ...TOP, horizontal: 'left' }, numFmt: 'd/m/yyyy hh:mm:ss' } as const
export const HEAD_CELL_STYLE = {
  font: { bold: true },
  alignment: { ...TOP, wrapText: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFD3DBD1' } },
  border: { bottom: { style: 'thin', color: { argb: 'FF434F45' } } },
} as const

const rupeeStyles = new Map<string, Partial<ExcelJS.Style>>()

/** Returns the look of an amount in rupees; bold in a total. A format of its own is for amounts below zero. */
export function rupeeCellStyle(paise: number, isTotal = false): Partial<ExcelJS.Style> {
  const numFmt = spreadsheetRupeeFormat(paise)
  const key = `${numFmt} ${isTotal}`
  const known = rupeeStyles.get(key) ?? { alignment: TOP, numFmt, ...(isTotal && { font: { bold: true } }) }
  rupeeStyles.set(key, known)
  return known
}

/** A4, as wide as the paper; in inches. The head of a page has two lines above the first row. */
export const PAGE_SETUP: Partial<ExcelJS.PageSetup> = {
  paperSize: 9,
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: '1:1',
  margins: { left: 0.4, right: 0.4, top: 0.9, bottom: 0.65, header: 0.35, footer: 0.3 },
}
