import { paiseOf } from '@ledger/contracts/money.ts'
import type { RouteName } from '@ledger/contracts/routes.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'
import { type Page, readPage } from '../api/call.ts'
import type { ExportJob } from './jobs.ts'
import {
  addTo,
  BENEFICIARY_REPORT,
  beneficiaryLine,
  isWith,
  LEDGER_REPORT,
  type Line,
  ledgerLine,
  type Sheet,
  type Sums,
  summaryOf,
  TRANSACTION_REPORT,
  transactionLine,
} from './sheet-plan.ts'
import type { Book } from './workbook.ts'

/**
 * Reads a list to its end and writes it into a workbook.
 * @param onRead is told how many rows are in it so far
 * @returns the file; undefined where there is no row
 */
export function makeFile(job: ExportJob, onRead: (rows: number) => void): Promise<ArrayBuffer | undefined> {
  switch (job.kind) {
    case 'transactions':
      return transactions(job, onRead)
    case 'ledger':
      return ledger(job, onRead)
    case 'beneficiaries':
      return beneficiaries(job.address, onRead)
  }
}

type Transactions = Extract<ExportJob, { kind: 'transactions' }>
type Ledger = Extract<ExportJob, { kind: 'ledger' }>

async function transactions({ address, recipient, openingBalance }: Transactions, onRead: (rows: number) => void) {
  const sums: Sums = { received: 0, spent: 0 }
  async function* lists() {
    for await (const rows of answers<'siteTransactions'>(address))
      yield recipient === undefined ? rows : rows.filter((row) => isWith(recipient, row))
  }
  const book = await write(TRANSACTION_REPORT, lists(), counting(sums, transactionLine), onRead)
  return book?.finish(summaryOf(sums, openingBalance === undefined ? undefined : paiseOf(openingBalance)))
}

/** How often a ledger is read while somebody goes on booking into it. */
const TRIES = 3

async function ledger(job: Ledger, onRead: (rows: number) => void): Promise<ArrayBuffer | undefined> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const { openingBalance, closingBalance } = (await readPage<'adminLedger'>(job.balances)).rows
    const [opening, closing] = [paiseOf(openingBalance), paiseOf(closingBalance)]
    const sums: Sums = { received: 0, spent: 0 }
    const lineOf = counting(sums, (row) => ledgerLine(row, balanceAfter(row, closing, sums)))
    const book = await write(LEDGER_REPORT, answers<'adminTransactions'>(job.address), lineOf, onRead)
    // Otherwise something was booked between the two readings, and the balances beside the rows are not theirs.
    if (book === undefined || opening + sums.received - sums.spent === closing)
      return book?.finish(summaryOf(sums, opening))
  }
  throw new Error('The ledger changed each time that it was read')
}

/** Rows come newest first, and `sums` has the row itself in it. */
function balanceAfter({ type, amount }: Transaction, closing: number, { received, spent }: Sums): number {
  const own = type === 'credit' ? paiseOf(amount) : -paiseOf(amount)
  return closing - (received - spent) + own
}

async function beneficiaries(address: string, onRead: (rows: number) => void) {
  const book = await write(BENEFICIARY_REPORT, answers<'beneficiaryReports'>(address), beneficiaryLine, onRead)
  return book?.finish(undefined)
}

function counting(sums: Sums, lineOf: (row: Transaction) => Line) {
  return (row: Transaction): Line => {
    addTo(sums, row)
    return lineOf(row)
  }
}

/** Rows are written as they come, so that no more of them than a page wait in memory. */
async function write<Row>(
  sheet: Sheet,
  lists: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => Line,
  onRead: (rows: number) => void,
): Promise<Book | undefined> {
  let book: Book | undefined
  let written = 0
  for await (const rows of lists) {
    // exceljs is 260 kB of compressed code: not for a list without rows.
    if (rows.length > 0) book ??= (await import('./workbook.ts')).openBook(sheet)
    for (const row of rows) book?.add(lineOf(row))
    written += rows.length
    onRead(written)
  }
  return book
}

/** Page after page; the next one is on its way while one is written. */
async function* answers<N extends RouteName>(address: string): AsyncGenerator<Page<N>['rows']> {
  let coming: Promise<Page<N>> | undefined = readPage<N>(address)
  while (coming !== undefined) {
    const { rows, next }: Page<N> = await coming
    coming = next === undefined ? undefined : readPage<N>(next)
    yield rows
  }
}
