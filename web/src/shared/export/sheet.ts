import { BILL_HEADERS } from '@ledger/contracts/bill-files.ts'
import type { Day } from '@ledger/contracts/dates.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import type { Paise } from '@ledger/contracts/money.ts'

interface Column {
  readonly header: string
  readonly width: number
  /** What its cells are: a `Day` becomes a date, paise become rupees, a count a plain number. */
  readonly kind: 'day' | 'money' | 'text' | 'count'
}

/** A cell as its column's kind has it; null is an empty one. */
export type Line = readonly (Day | Paise | string | number | null)[]

/** A table that becomes a file. */
export interface Sheet {
  /** At most 31 characters, as programs want them. */
  readonly name: string
  readonly columns: readonly Column[]
}

/** What stands around the lines. */
export interface Ending {
  /** Whose book it is, where an installation has several: at the head of each printed page, beside the sheet's name. */
  readonly company?: string | undefined
  /** A list comes newest first; a book is read oldest first. */
  readonly oldestFirst?: boolean
  /** Above and below the lines. */
  readonly top?: Line
  readonly bottom?: Line
  /** Labels with paise, after a blank row, apart from the columns of amounts, whose sums they must not change. */
  readonly summary?: readonly (readonly [label: string, paise: Paise])[]
}

/** How a file is written. */
export type Format = 'xlsx' | 'csv'

const columnOf = (kind: Column['kind']) => (header: string, width: number) => ({ header, width, kind })
/** Columns, so many characters wide. */
export const [day, money, text, count] = [columnOf('day'), columnOf('money'), columnOf('text'), columnOf('count')]

/** For what `billCells` gives. */
export const billColumns = (language: Language) => [
  count(BILL_HEADERS[language].bills, 8),
  text(BILL_HEADERS[language].billLinks, 40),
]
