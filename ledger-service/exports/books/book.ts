import type { SealedBalanceAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type { SealOfBook } from '@ledger/contracts/labels/seal-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'

/** A book as a table: what statements, cash books, tax lists and trial balances have in common in a file. */

/** The texts in the head of a book, beside its title and the account. */
export interface BookHead {
  readonly language: Language
  readonly company: string
  /** When the file is made, in UTC. */
  readonly madeAt: string
}

export interface BookColumn {
  readonly header: string
  /** The lines of the head on paper; the header where it is left out. */
  readonly headLines?: readonly string[]
  /** A day is `2026-04-01`; money is a decimal string in rupees, as the API writes it. */
  readonly kind: 'day' | 'money' | 'text' | 'count'
  /** In a sheet, in characters. */
  readonly width: number
  /** On paper, in points; 0: below the text of the column before it. */
  readonly points: number
}

type BookCell = string | number | null
/** The cells of a line, in the order of the columns. */
export type BookLine = readonly BookCell[]

/** How far the period of a statement is closed, and the proof of a sealed balance. */
export interface SealOfStatement {
  readonly seal: SealOfBook
  readonly proof?: SealedBalanceAnswer | undefined
}

/** A line of the end: a mode or a purpose with its sums, in rupees. */
export interface BookSum {
  readonly label: string
  readonly in: string
  readonly out: string
  readonly entries: number
}

export interface Book {
  readonly language: Language
  readonly company: string
  readonly title: string
  /** The name of the sheet with the lines: at most 31 characters, or Excel repairs the workbook. */
  readonly sheetName: string
  /** The account, its site, the payment mode: what the book is of, each a text of its own. */
  readonly about: readonly string[]
  readonly period: string
  /** How far the period is closed, in words; null in a book that no seal has. */
  readonly seal: string | null
  /** The text of the QR code on paper that proves the closing balance (proof-qr-code-text.ts); null for none. */
  readonly proofCode: string | null
  /** The sentence in the place of the code of a sealed balance that has none. */
  readonly missingProofCode?: string | undefined
  readonly madeAt: string
  readonly columns: readonly BookColumn[]
  /** The columns, counted from 0, of labels and figures in lines of balances. */
  readonly at: { readonly label: number; readonly in: number; readonly out: number; readonly balance: number }
  /** The balances before the first line and after the last one, in rupees as all figures; null in a list. */
  readonly balances: { readonly opening: string; readonly closing: string } | null
  /** The sentence of a book without lines; that of a period without entries where it is left out. */
  readonly none?: string
  /** The sums of a book with balances; null in a list. */
  readonly total: BookSum | null
  /** The last line of a list, which has its sums; null where it has none. */
  readonly totals: BookLine | null
  readonly sums: readonly { readonly title: string; readonly rows: readonly BookSum[] }[]
  /** The labels of the lines for signatures at the end. */
  readonly signatures: readonly string[]
  /** Yields the lines, oldest first; called once. */
  lines(): AsyncIterable<readonly BookLine[]>
}

/** The lines of a file, in parts of at most this many: progress is told, and bytes are sent, between two of them. */
export type BookLines = AsyncIterable<readonly BookLine[]>

/** Returns the line before the first one: the opening balance; undefined in a list. */
export function firstLine(book: Book, label: string): BookLine | undefined {
  return book.balances ? balanceLine(book, label, book.balances.opening) : undefined
}

/** Returns the line after the last one: the closing balance, or the sums of a list; undefined where it has none. */
export function lastLine(book: Book, label: string): BookLine | undefined {
  return book.balances ? balanceLine(book, label, book.balances.closing) : (book.totals ?? undefined)
}

/** Returns the line of a balance, whose figures stand in no column that is added up. */
function balanceLine({ columns, at }: Book, label: string, balance: string): BookLine {
  return columns.map((_, index) => (index === at.label ? label : index === at.balance ? balance : null))
}
