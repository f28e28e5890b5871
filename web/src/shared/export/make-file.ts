import { type Paise, paiseOf } from '@ledger/contracts/money.ts'
import type { RouteName } from '@ledger/contracts/routes.ts'
import type { CompanyTransaction, SiteUser, Supervisor, Transaction } from '@ledger/contracts/shapes.ts'
import { type Page, readPage } from '../api/call.ts'
import type { ExportJob, Told } from './jobs.ts'
import { type KeptLines, linesOf, type OnRead } from './kept-lines.ts'
import type { Ending, Line, Sheet } from './sheet.ts'
import {
  addTo,
  BENEFICIARY_REPORT,
  balanceLine,
  beneficiaryLine,
  COMPANY_REPORT,
  companyLine,
  isDeleted,
  isWith,
  kindOf,
  LEDGER_REPORT,
  ledgerLine,
  PEOPLE_REPORT,
  personLine,
  STATEMENT_REPORT,
  type Sums,
  statementLine,
  summaryOf,
  TRANSACTION_REPORT,
  transactionLine,
} from './sheet-plan.ts'
import { workbookOf } from './workbook.ts'

/**
 * Reads a list to its end and writes it into a workbook.
 * @param onRead called with the number of rows read so far
 * @returns the file; undefined where there is no row
 */
export async function makeFile({ company, ...job }: Told<ExportJob>, onRead: OnRead): Promise<Blob | undefined> {
  const table = await tableOf(job, onRead)
  return table && workbookOf(table.sheet, table.lines, { ...table.ending, company })
}

/** The sheet that a list becomes. */
interface Table {
  readonly sheet: Sheet
  readonly lines: KeptLines
  readonly ending: Ending
}

function tableOf(job: ExportJob, onRead: OnRead): Promise<Table | undefined> {
  switch (job.kind) {
    case 'transactions':
      return transactions(job, onRead)
    case 'ledger':
      return ledger(job, onRead)
    case 'filtered':
      return listed(TRANSACTION_REPORT, answers<'siteTransactions'>(job.address), ownLine, onRead)
    case 'company':
      return listed(
        COMPANY_REPORT,
        answers<'adminTransactions'>(job.address),
        (row) => companyLine(row, ORIGIN),
        onRead,
      )
    case 'statement':
      return statement(job.address, onRead)
    case 'people':
      return people(job, onRead)
    case 'beneficiaries':
      return beneficiaries(job.address, onRead)
  }
}

/** The origin of the page's server, which also serves the bills. */
const ORIGIN = self.location.origin
const ownLine = (row: Transaction) => transactionLine(row, ORIGIN)

type Transactions = Extract<ExportJob, { kind: 'transactions' }>
type Ledger = Extract<ExportJob, { kind: 'ledger' }>

async function transactions({ address, recipient, openingBalance }: Transactions, onRead: OnRead) {
  const sums: Sums = { received: 0, spent: 0 }
  async function* lists() {
    for await (const rows of answers<'siteTransactions'>(address))
      yield recipient === undefined ? rows : rows.filter((row) => isWith(recipient, row))
  }
  const lines = await linesOf(lists(), counting(sums, ownLine), onRead)
  const summary = summaryOf(sums, openingBalance === undefined ? undefined : paiseOf(openingBalance))
  return lines && { sheet: TRANSACTION_REPORT, lines, ending: { oldestFirst: true, summary } }
}

/** The number of times that a ledger is read while entries are being booked into it. */
const TRIES = 3

async function ledger(job: Ledger, onRead: OnRead): Promise<Table | undefined> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const { openingBalance, closingBalance } = (await readPage<'adminLedger'>(job.balances)).rows
    const [opening, closing] = [paiseOf(openingBalance), paiseOf(closingBalance)]
    const sums: Sums = { received: 0, spent: 0 }
    const lineOf = counting(sums, (row) => ledgerLine(row, balanceAfter(row, closing, sums), ORIGIN))
    const lines = await linesOf(answers<'adminTransactions'>(job.address), lineOf, onRead)
    if (lines === undefined && opening === 0 && closing === 0) return undefined
    // Otherwise an entry was booked between the two reads, and the balances beside the rows would be wrong.
    if (opening + sums.received - sums.spent === closing)
      return {
        sheet: LEDGER_REPORT,
        lines: lines ?? UNMOVED,
        ending: {
          oldestFirst: true,
          top: balanceLine('Opening Balance', job.from || undefined, opening),
          bottom: balanceLine('Closing Balance', job.to || undefined, closing),
          summary: summaryOf(sums, opening),
        },
      }
  }
  throw new Error('The ledger changed each time that it was read')
}

/** The line of a period without entries, whose closing balance is the opening one. */
const UNMOVED: KeptLines = {
  async *read() {
    yield [[null, null, null, 'No transactions in this period']]
  },
}

/** Returns the balance after a row. Rows come newest first, and `sums` already includes the row. */
function balanceAfter({ type, amount }: Transaction, closing: number, { received, spent }: Sums): number {
  const own = type === 'credit' ? paiseOf(amount) : -paiseOf(amount)
  return closing - (received - spent) + own
}

async function beneficiaries(address: string, onRead: OnRead) {
  const lines = await linesOf(answers<'beneficiaryReports'>(address), beneficiaryLine, onRead)
  return lines && { sheet: BENEFICIARY_REPORT, lines, ending: {} }
}

/**
 * Makes the table of a filtered list, with the sum of each kind of row. It has no balance, because no balance follows
 * from some of the rows.
 */
async function listed<Row extends Transaction>(
  sheet: Sheet,
  lists: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => Line,
  onRead: OnRead,
) {
  const sums = new Map<string, Paise>()
  const counted = (row: Row) => {
    if (!isDeleted(row)) sums.set(kindOf(row), (sums.get(kindOf(row)) ?? 0) + paiseOf(row.amount))
    return lineOf(row)
  }
  const lines = await linesOf(lists, counted, onRead)
  return lines && { sheet, lines, ending: { oldestFirst: true, summary: [...sums] } }
}

async function statement(address: string, onRead: OnRead) {
  let total = 0
  const lineOf = (row: CompanyTransaction) => {
    total += paiseOf(row.amount)
    return statementLine(row, ORIGIN)
  }
  const lines = await linesOf(answers<'adminTransactions'>(address), lineOf, onRead)
  const bottom = [null, 'Total paid', null, null, null, null, total]
  return lines && { sheet: STATEMENT_REPORT, lines, ending: { oldestFirst: true, bottom } }
}

async function people({ report, address }: Extract<ExportJob, { kind: 'people' }>, onRead: OnRead) {
  const lists: AsyncIterable<readonly (SiteUser | Supervisor)[]> =
    report === 'sites' ? answers<'adminSites'>(address) : answers<'adminSupervisors'>(address)
  const sums = { received: 0, spent: 0, balance: 0 }
  const lineOf = (person: SiteUser | Supervisor) => {
    const { totalReceived, totalSpent, currentBalance } = person.siteBalance
    sums.received += paiseOf(totalReceived)
    sums.spent += paiseOf(totalSpent)
    sums.balance += paiseOf(currentBalance)
    return personLine(person)
  }
  const lines = await linesOf(lists, lineOf, onRead)
  const bottom = ['Total', null, null, null, sums.received, sums.spent, sums.balance]
  return lines && { sheet: PEOPLE_REPORT, lines, ending: { bottom } }
}

function counting(sums: Sums, lineOf: (row: Transaction) => Line) {
  return (row: Transaction): Line => {
    addTo(sums, row)
    return lineOf(row)
  }
}

/** Yields the pages of a list. The next one is requested while a page is written. */
async function* answers<N extends RouteName>(address: string): AsyncGenerator<Page<N>['rows']> {
  let coming: Promise<Page<N>> | undefined = readPage<N>(address)
  while (coming !== undefined) {
    const { rows, next }: Page<N> = await coming
    coming = next === undefined ? undefined : readPage<N>(next)
    yield rows
  }
}
