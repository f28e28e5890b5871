import type { AccountLedger } from '@ledger/contracts/http/report-schemas.ts'
import type { CompanyTransaction, SiteUser, Supervisor, Transaction } from '@ledger/contracts/http/responses.ts'
import type { RouteName } from '@ledger/contracts/http/routes.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { fetchListPage, type ListPage } from '../../api/api-client.ts'
import { type BufferedLines, bufferLines, type OnRowsRead } from './buffered-lines.ts'
import type { ExportJob, WithCompanyName } from './export-jobs.ts'
import {
  addToSums,
  BENEFICIARY_SHEET,
  BENEFICIARY_STATEMENT_SHEET,
  balanceLine,
  beneficiaryLine,
  COMPANY_SHEET,
  companyLine,
  emptyFileSums,
  type FileSums,
  isDeletedRow,
  isWithRecipient,
  LEDGER_SHEET,
  ledgerLine,
  PEOPLE_SHEET,
  personLine,
  statementLine,
  summaryLines,
  TRANSACTION_SHEET,
  totalLines,
  transactionLine,
} from './report-sheets.ts'
import type { Sheet, SheetEnding, SheetLine } from './sheet-model.ts'
import { sheetToXlsx } from './xlsx-workbook.ts'

/**
 * Reads a list to its end and writes it into a workbook.
 * @param onRead called with the number of rows read so far
 * @returns the file; undefined where there is no row
 */
export async function makeExportFile(
  { company, ...job }: WithCompanyName<ExportJob>,
  onRead: OnRowsRead,
): Promise<Blob | undefined> {
  const table = await sheetContentOf(job, onRead)
  return table && sheetToXlsx(table.sheet, table.lines, { ...table.ending, company })
}

/** The sheet that a list becomes. */
interface SheetContent {
  readonly sheet: Sheet
  readonly lines: BufferedLines
  readonly ending: SheetEnding
}

function sheetContentOf(job: ExportJob, onRead: OnRowsRead): Promise<SheetContent | undefined> {
  switch (job.kind) {
    case 'transactions':
      return transactionsSheet(job, onRead)
    case 'ledger':
      return ledgerSheet(job, onRead)
    case 'filtered':
      return filteredSheet(
        TRANSACTION_SHEET,
        fetchAllPages<'siteTransactions'>(job.address),
        ownTransactionLine,
        onRead,
      )
    case 'company':
      return filteredSheet(
        COMPANY_SHEET,
        fetchAllPages<'adminTransactions'>(job.address),
        (row) => companyLine(row, SERVER_ORIGIN),
        onRead,
      )
    case 'statement':
      return statementSheet(job.address, onRead)
    case 'people':
      return peopleSheet(job, onRead)
    case 'beneficiaries':
      return beneficiariesSheet(job.address, onRead)
  }
}

/** The origin of the page's server, which also serves the bills. */
const SERVER_ORIGIN = self.location.origin
const ownTransactionLine = (row: Transaction) => transactionLine(row, SERVER_ORIGIN)

type TransactionsJob = Extract<ExportJob, { kind: 'transactions' }>
type LedgerJob = Extract<ExportJob, { kind: 'ledger' }>

async function transactionsSheet(job: TransactionsJob, onRead: OnRowsRead): Promise<SheetContent | undefined> {
  const { address, recipient, balances, hasOpening } = job
  const read = async (openingBalance?: string) => {
    const sums = emptyFileSums()
    async function* lists() {
      for await (const rows of fetchAllPages<'siteTransactions'>(address))
        yield recipient === undefined ? rows : rows.filter((row) => isWithRecipient(recipient, row))
    }
    const lines = await bufferLines(lists(), countingSums(sums, ownTransactionLine), onRead)
    const end = recipient !== undefined ? 'net' : openingBalance === undefined ? 'current' : 'closing'
    const summary = summaryLines(sums, openingBalance === undefined ? undefined : paiseOf(openingBalance), end)
    return lines && { sheet: TRANSACTION_SHEET, lines, ending: { oldestFirst: true, summary } }
  }
  if (balances === undefined) return read()
  return readAtOneState(balances, ({ openingBalance }) => read(hasOpening ? openingBalance : undefined))
}

function ledgerSheet(job: LedgerJob, onRead: OnRowsRead): Promise<SheetContent | undefined> {
  return readAtOneState(job.balances, async ({ openingBalance, closingBalance }) => {
    const [opening, closing] = [paiseOf(openingBalance), paiseOf(closingBalance)]
    const sums = emptyFileSums()
    const lineOf = countingSums(sums, (row) => ledgerLine(row, balanceAfterRow(row, closing, sums), SERVER_ORIGIN))
    const lines = await bufferLines(fetchAllPages<'adminTransactions'>(job.address), lineOf, onRead)
    if (lines === undefined && opening === 0 && closing === 0) return undefined
    return {
      sheet: LEDGER_SHEET,
      lines: lines ?? NO_MOVEMENT_LINES,
      ending: {
        oldestFirst: true,
        top: balanceLine('Opening Balance', job.from || undefined, opening),
        bottom: balanceLine('Closing Balance', job.to || undefined, closing),
        summary: summaryLines(sums, opening, job.to === '' ? 'current' : 'closing'),
      },
    }
  })
}

/** The number of times that the rows of a ledger are read while entries are being booked into it. */
const LEDGER_READ_TRIES = 3

/**
 * Reads the rows of a ledger between two reads of its state, and again where an entry was booked in between: the rows
 * would then lack an entry, or have balances that do not follow from one another.
 * @param balances the address of the ledger's state and balances
 */
async function readAtOneState<Result>(
  balances: string,
  readRows: (ledger: AccountLedger) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; tries <= LEDGER_READ_TRIES; tries++) {
    const { rows: ledger } = await fetchListPage<'siteLedger' | 'adminLedger'>(balances)
    const result = await readRows(ledger)
    const { rows: after } = await fetchListPage<'siteLedger' | 'adminLedger'>(balances)
    if (after.position === ledger.position) return result
  }
  throw new Error('The ledger changed each time that it was read')
}

/** The line of a period without entries, whose closing balance is the opening one. */
const NO_MOVEMENT_LINES: BufferedLines = {
  async *read() {
    yield [[null, null, null, 'No transactions in this period']]
  },
}

/** Returns the balance after a row. Rows come newest first, and `sums` already includes the row. */
function balanceAfterRow(
  { type, amount }: Transaction,
  closing: number,
  { received, spent }: FileSums,
): number {
  const own = type === 'credit' ? paiseOf(amount) : -paiseOf(amount)
  return closing - (received - spent) + own
}

async function beneficiariesSheet(address: string, onRead: OnRowsRead) {
  const lines = await bufferLines(fetchAllPages<'beneficiaryReports'>(address), beneficiaryLine, onRead)
  return lines && { sheet: BENEFICIARY_SHEET, lines, ending: {} }
}

/**
 * Makes the table of a filtered list, with the totals of its rows that are not deleted. It has no balance, because no
 * balance follows from some of the rows.
 */
async function filteredSheet<Row extends Transaction>(
  sheet: Sheet,
  lists: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => SheetLine,
  onRead: OnRowsRead,
) {
  const sums = emptyFileSums()
  const counted = (row: Row) => {
    if (!isDeletedRow(row)) addToSums(sums, row)
    return lineOf(row)
  }
  const lines = await bufferLines(lists, counted, onRead)
  return lines && { sheet, lines, ending: { oldestFirst: true, summary: totalLines(sums) } }
}

async function statementSheet(address: string, onRead: OnRowsRead) {
  let total = 0
  const lineOf = (row: CompanyTransaction) => {
    total += paiseOf(row.amount)
    return statementLine(row, SERVER_ORIGIN)
  }
  const lines = await bufferLines(fetchAllPages<'adminTransactions'>(address), lineOf, onRead)
  const bottom = [null, 'Total paid', null, null, null, null, total]
  return lines && { sheet: BENEFICIARY_STATEMENT_SHEET, lines, ending: { oldestFirst: true, bottom } }
}

async function peopleSheet({ report, address }: Extract<ExportJob, { kind: 'people' }>, onRead: OnRowsRead) {
  const lists: AsyncIterable<readonly (SiteUser | Supervisor)[]> =
    report === 'sites' ? fetchAllPages<'adminSites'>(address) : fetchAllPages<'adminSupervisors'>(address)
  const sums = { received: 0, spent: 0, balance: 0 }
  const lineOf = (person: SiteUser | Supervisor) => {
    const { totalReceived, totalSpent, currentBalance } = person.siteBalance
    sums.received += paiseOf(totalReceived)
    sums.spent += paiseOf(totalSpent)
    sums.balance += paiseOf(currentBalance)
    return personLine(person)
  }
  const lines = await bufferLines(lists, lineOf, onRead)
  const bottom = ['Total', null, null, null, sums.received, sums.spent, sums.balance]
  return lines && { sheet: PEOPLE_SHEET, lines, ending: { bottom } }
}

function countingSums(sums: FileSums, lineOf: (row: Transaction) => SheetLine) {
  return (row: Transaction): SheetLine => {
    addToSums(sums, row)
    return lineOf(row)
  }
}

/** Yields the pages of a list. The next one is requested while a page is written. */
async function* fetchAllPages<N extends RouteName>(address: string): AsyncGenerator<ListPage<N>['rows']> {
  let coming: Promise<ListPage<N>> | undefined = fetchListPage<N>(address)
  while (coming !== undefined) {
    const { rows, next }: ListPage<N> = await coming
    coming = next === undefined ? undefined : fetchListPage<N>(next)
    yield rows
  }
}
