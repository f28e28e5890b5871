import { Readable } from 'node:stream'
import type { Day } from '@ledger/contracts/dates.ts'
import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import type { CashBook } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import type { TaxList } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import type { SealOfBook } from '@ledger/contracts/labels/seal-labels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { readPurposeList } from '@ledger/projections/queries/purposes/listed-purposes.ts'
import type { AskedSubject } from '@ledger/projections/queries/statements/statement-subject.ts'
import { readWholeStatement, type WholeStatement } from '@ledger/projections/queries/statements/whole-statement.ts'
import { readTrialBalanceDated } from '@ledger/projections/queries/trial-balance.ts'
import type { Kysely } from 'kysely'
import type { Book, BookHead, BookLines, SealOfStatement } from './book.ts'
import { bookCsv } from './book-csv.ts'
import { bookPdf } from './book-pdf.ts'
import { bookXlsx } from './book-xlsx.ts'
import { type CashBookOf, cashBookAsBook } from './cash-book-as-book.ts'
import { type StatementOf, statementAsBook } from './statement-as-book.ts'
import { statementJson } from './statement-json.ts'
import { taxListAsBook } from './tax-list-as-book.ts'
import { trialBalanceAsBook } from './trial-balance-as-book.ts'

/** The input of a file: plain data, because it crosses processes. */
export interface StatementFileInput {
  format: 'csv' | 'xlsx' | 'pdf' | 'json'
  asked: AskedSubject
  period: { from: string | undefined; to: string | undefined }
  of: StatementOf
  head: BookHead
}

export interface CashBookFileInput {
  format: 'csv' | 'xlsx' | 'pdf'
  cashBook: CashBook
  of: CashBookOf
  head: BookHead
}

export interface TaxListFileInput {
  format: 'csv' | 'xlsx' | 'pdf'
  period: { from: string | undefined; to: string | undefined }
  parties: TaxList
  head: BookHead
}

export interface TrialBalanceFileInput {
  format: 'csv' | 'xlsx' | 'pdf'
  /** The last day whose entries count; left out where only the balances of a moment of the log are asked for. */
  dated: Day | undefined
  head: BookHead
}

/** Passes rows on, and reports how many of `count` have passed. */
type WithProgress = <Row>(rows: AsyncIterable<readonly Row[]>, count: number) => AsyncIterable<readonly Row[]>

interface StatementFileTools {
  withProgress: WithProgress
  /** Returns how far the period is closed and, for a sealed statement as json or pdf, the proof of its balance. */
  sealOf(statement: WholeStatement): Promise<SealOfStatement>
}

/** Returns the bytes of a statement's file, of one state of the ledger. */
export async function makeStatementFile(
  db: Kysely<Database>,
  companyId: string,
  { format, asked, period, of, head }: StatementFileInput,
  { withProgress, sealOf }: StatementFileTools,
): Promise<Readable> {
  // A statement that proves itself has the names of the log, whose digest it proves.
  const asTyped = format === 'json'
  const context = { db, companyId, names: openAccountIdentityLoader(db, companyId), asTyped }
  const statement = await readWholeStatement(context, asked, period)
  const { entries } = statement.totals
  const sealed = await sealOf(statement)
  if (format === 'json')
    return Readable.from(statementJson(statement, of, withProgress(statement.rows(), entries), sealed))
  const { purposes } = await readPurposeList(db, companyId)
  const book = statementAsBook(statement, of, head, { ...sealed, purposes })
  return BOOK_FORMATS[format](book, withProgress(book.lines(), entries))
}

/**
 * Returns the bytes of a cash book's file. A book has a line for each day, so it needs no progress.
 * @param seal how far its period is closed
 */
export function makeCashBookFile({ format, cashBook, of, head }: CashBookFileInput, seal: SealOfBook): Readable {
  const book = cashBookAsBook(cashBook, of, head, seal)
  return BOOK_FORMATS[format](book, book.lines())
}

/** Returns the bytes of the file of a list for tax. */
export function makeTaxListFile({ format, period, parties, head }: TaxListFileInput): Readable {
  const book = taxListAsBook(parties, period, head)
  return BOOK_FORMATS[format](book, book.lines())
}

/**
 * Returns the bytes of the file of a trial balance: dated to a day, recorded by a moment, or both side by side.
 * @param recorded the balances of the moment
 * @param seal how far the books are closed up to the day
 */
export async function makeTrialBalanceFile(
  db: Kysely<Database>,
  companyId: string,
  { format, dated: day, head }: TrialBalanceFileInput,
  recorded: BalancesAsOf | undefined,
  seal: SealOfBook,
): Promise<Readable> {
  const dated = day === undefined ? undefined : await readTrialBalanceDated(db, companyId, day)
  const book = trialBalanceAsBook({ dated, recorded }, head, seal)
  return BOOK_FORMATS[format](book, book.lines())
}

const BOOK_FORMATS = { csv: bookCsv, xlsx: bookXlsx, pdf: bookPdf } satisfies Record<
  string,
  (book: Book, lines: BookLines) => Readable
>
