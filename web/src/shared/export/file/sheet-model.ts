import type { Day, Instant } from '@ledger/contracts/dates.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import type { Paise } from '@ledger/contracts/money.ts'
import { BILL_COLUMN_HEADERS } from '@ledger/contracts/spreadsheets/bill-count-and-link-columns.ts'

export interface SheetColumn {
  readonly header: string
  readonly width: number
  /**
   * The kind of its cells: a `Day` becomes a date, an `Instant` a date with the time in India, paise become rupees, a
   * count a plain number.
   */
  readonly kind: 'day' | 'instant' | 'money' | 'text' | 'count'
  /** Whether paper has it too; a link is of no use there. */
  readonly onPaper: boolean
}

/** The cells of a line, each of its column's kind; null is an empty one. */
export type SheetLine = readonly (Day | Instant | Paise | string | number | null)[]

/** A table that becomes a file. */
export interface Sheet {
  /** At most 31 characters, which is the limit of spreadsheet programs. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
}

/** The texts at the head of each printed page, beside the sheet's name. */
export interface SheetHeading {
  /** The company, and where there is none the product. */
  readonly company: string
  /** The account and the filters; undefined where the list is everything of all accounts. */
  readonly about?: string | undefined
  readonly period?: string | undefined
}

/** The parts around the lines. */
export interface SheetEnding {
  /** A list comes newest first; a book is read oldest first. */
  readonly oldestFirst?: boolean
  /** Lines above and below the others. */
  readonly top?: SheetLine
  readonly bottom?: SheetLine
  /** Labels with paise, after a blank row, apart from the columns of amounts, whose sums they must not change. */
  readonly summary?: readonly (readonly [label: string, paise: Paise])[]
}

/** The format of a file. */
export type FileFormat = 'xlsx' | 'csv'

const columnOfKind = (kind: SheetColumn['kind']) => (header: string, width: number) => ({
  ...{ header, width, kind },
  onPaper: true,
})
/** Make a column of a kind, with its width in characters. */
export const [dayColumn, instantColumn, moneyColumn, textColumn, countColumn] = [
  columnOfKind('day'),
  columnOfKind('instant'),
  columnOfKind('money'),
  columnOfKind('text'),
  columnOfKind('count'),
]

/** The columns of the cells that `billCells` returns. */
export const billColumns = (language: Language) => [
  countColumn(BILL_COLUMN_HEADERS[language].bills, 8),
  { ...textColumn(BILL_COLUMN_HEADERS[language].billLinks, 40), onPaper: false },
]
