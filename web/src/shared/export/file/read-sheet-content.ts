import type { SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import type { AccountLedger } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import type { RouteName } from '@ledger/contracts/http/routes.ts'
import type { CompanyTransaction, Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { fetchListPage, type ListPage } from '../../api/api-client.ts'
import { purposeNamer } from '../../language/purpose-namer.ts'
import { readUnchangedLedger } from '../read-unchanged-ledger.ts'
import { type BufferedLines, bufferLines, linesAtHand, type OnRowsRead } from './buffered-lines.ts'
import type { ExportJob } from './export-worker-messages.ts'
import { addToSums, emptyFileSums, type FileSums, summaryLines, totalLines } from './file-sums.ts'
import {
  balanceLine,
  beneficiaryLine,
  beneficiarySheet,
  beneficiaryStatementLine,
  beneficiaryStatementSheet,
  companyLine,
  companySheet,
  isDeletedRow,
  isWithRecipient,
  type LineOptions,
  lateEntriesSheet,
  lateEntryLine,
  ledgerLine,
  ledgerSheet,
  peopleSheet,
  personLine,
  queriedEntriesSheet,
  queriedEntryLine,
  summaryLine,
  summarySheet,
  transactionLine,
  transactionSheet,
} from './report-sheets.ts'
import { REPORT_WORDS } from './report-words.ts'
import type { Sheet, SheetEnding, SheetLine } from './sheet-model.ts'
import { type ShownSite, siteLine, sitesSheet, sitesTotalLine } from './sites-sheet.ts'

/** The sheet that a list becomes. */
export interface SheetContent {
  readonly sheet: Sheet
  readonly lines: BufferedLines
  readonly ending: SheetEnding
}

/**
 * Reads a list to its end, as the table of a file or of a printed list.
 * @param onRead called with the number of rows read so far
 * @returns undefined where there is no row
 * @throws ApiError as the server answered; the error of `onRead`, which ends the reading
 */
export function readSheetContent(
  job: ExportJob,
  language: Language,
  onRead: OnRowsRead,
): Promise<SheetContent | undefined> {
  const reading = { of: { language, origin: self.location.origin }, onRead }
  switch (job.kind) {
    case 'transactions':
      return transactionsContent(job, reading)
    case 'ledger':
      return ledgerContent(job, reading)
    case 'filtered': {
      const lists = fetchAllPages<'siteTransactions'>(job.address)
      const lineOf = (row: Transaction) => transactionLine(row, reading.of)
      return filteredContent(transactionSheet(language), lists, lineOf, isOldestFirst(job.address), reading)
    }
    case 'company': {
      const lists = fetchAllPages<'adminTransactions'>(job.address)
      const [sheetIn, line] = companyForm(job.address)
      const lineOf = (row: CompanyTransaction) => line(row, reading.of)
      return filteredContent(sheetIn(language), lists, lineOf, isOldestFirst(job.address), reading)
    }
    case 'statement':
      return statementContent(job.address, reading)
    case 'summary':
      return summaryContent(job, reading)
    case 'people':
      return peopleContent(job, reading)
    case 'sites':
      return sitesContent(job.sites, reading)
    case 'beneficiaries':
      return beneficiariesContent(job.address, reading)
  }
}

interface Reading {
  readonly of: LineOptions
  readonly onRead: OnRowsRead
}

type TransactionsJob = Extract<ExportJob, { kind: 'transactions' }>
type LedgerJob = Extract<ExportJob, { kind: 'ledger' }>

async function transactionsContent(job: TransactionsJob, { of, onRead }: Reading): Promise<SheetContent | undefined> {
  const { address, recipient, balances, hasOpening } = job
  const { language } = of
  const read = async (openingBalance?: string) => {
    const sums = emptyFileSums()
    async function* lists() {
      for await (const rows of fetchAllPages<'siteTransactions'>(address))
        yield recipient === undefined ? rows : rows.filter((row) => isWithRecipient(recipient, row))
    }
    const lines = await bufferLines(
      lists(),
      countingSums(sums, (row) => transactionLine(row, of)),
      onRead,
    )
    const end = recipient !== undefined ? 'net' : openingBalance === undefined ? 'current' : 'closing'
    const opening = openingBalance === undefined ? undefined : paiseOf(openingBalance)
    const summary = summaryLines(sums, { opening, end, language })
    return lines && { sheet: transactionSheet(language), lines, ending: { oldestFirst: true, summary } }
  }
  if (balances === undefined) return read()
  return readUnchangedLedger(ledgerStateAt(balances), ({ openingBalance }) =>
    read(hasOpening ? openingBalance : undefined),
  )
}

function ledgerContent(job: LedgerJob, { of, onRead }: Reading): Promise<SheetContent | undefined> {
  const { language } = of
  const t = REPORT_WORDS[language]
  return readUnchangedLedger(ledgerStateAt(job.balances), async ({ openingBalance, closingBalance }) => {
    const [opening, closing] = [paiseOf(openingBalance), paiseOf(closingBalance)]
    const sums = emptyFileSums()
    const lineOf = countingSums(sums, (row) => ledgerLine(row, balanceAfterRow(row, closing, sums), of))
    const lines = await bufferLines(fetchAllPages<'adminTransactions'>(job.address), lineOf, onRead)
    if (lines === undefined && opening === 0 && closing === 0) return undefined
    return {
      sheet: ledgerSheet(language),
      lines: lines ?? noMovementLines(t.noEntries),
      ending: {
        oldestFirst: true,
        top: balanceLine(t.openingBalance, job.from || undefined, opening),
        bottom: balanceLine(t.closingBalance, job.to || undefined, closing),
        summary: summaryLines(sums, { opening, end: job.to === '' ? 'current' : 'closing', language }),
      },
    }
  })
}

/** Returns a function that reads the state and the balances of a ledger. */
const ledgerStateAt = (address: string) => async (): Promise<AccountLedger> =>
  (await fetchListPage<'siteLedger' | 'adminLedger'>(address)).rows

/** Returns the line of a period without entries, whose closing balance is the opening one. */
const noMovementLines = (text: string): BufferedLines => linesAtHand([[null, null, null, text]])

/** Returns the balance after a row. Rows come newest first, and `sums` already includes the row. */
function balanceAfterRow({ type, amount }: Transaction, closing: number, { received, spent }: FileSums): number {
  const own = type === 'credit' ? paiseOf(amount) : -paiseOf(amount)
  return closing - (received - spent) + own
}

async function beneficiariesContent(address: string, { of, onRead }: Reading) {
  const lines = await bufferLines(fetchAllPages<'beneficiaryReports'>(address), beneficiaryLine, onRead)
  return lines && { sheet: beneficiarySheet(of.language), lines, ending: {} }
}

/** Returns the sheet of a list of all accounts, and the line of a row. Two worklists have columns of their own. */
function companyForm(address: string) {
  switch (new URL(address, self.location.origin).searchParams.get('worklist')) {
    case 'enteredLate':
      return [lateEntriesSheet, lateEntryLine] as const
    case 'questions':
      return [queriedEntriesSheet, queriedEntryLine] as const
    default:
      return [companySheet, companyLine] as const
  }
}

/** Returns whether the rows are turned around: a reader who chose an order gets the rows in that of the screen. */
function isOldestFirst(address: string): boolean {
  const sort = new URL(address, self.location.origin).searchParams.get('sort') ?? ''
  return sort === '' || sort === '-date'
}

/**
 * Makes the table of a filtered list, with the totals of its rows that are not deleted. It has no balance, because no
 * balance follows from some of the rows.
 */
async function filteredContent<Row extends Transaction>(
  sheet: Sheet,
  lists: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => SheetLine,
  oldestFirst: boolean,
  { of, onRead }: Reading,
) {
  const sums = emptyFileSums()
  const counted = (row: Row) => {
    if (!isDeletedRow(row)) addToSums(sums, row)
    return lineOf(row)
  }
  const lines = await bufferLines(lists, counted, onRead)
  return lines && { sheet, lines, ending: { oldestFirst, summary: totalLines(sums, of.language) } }
}

async function statementContent(address: string, { of, onRead }: Reading) {
  let total = 0
  const lineOf = (row: CompanyTransaction) => {
    total += paiseOf(row.amount)
    return beneficiaryStatementLine(row, of)
  }
  const lines = await bufferLines(fetchAllPages<'adminTransactions'>(address), lineOf, onRead)
  const bottom = [null, REPORT_WORDS[of.language].totalPaid, null, null, null, null, total]
  return lines && { sheet: beneficiaryStatementSheet(of.language), lines, ending: { oldestFirst: true, bottom } }
}

async function summaryContent({ by, address }: Extract<ExportJob, { kind: 'summary' }>, { of, onRead }: Reading) {
  const { rows: table } = await fetchListPage<'summaryTable'>(address)
  const { rows, received, spent, count } = table
  const isTranslated = by === 'purpose' && of.language === 'hi'
  const listed = isTranslated ? (await fetchListPage<'purposes'>('/api/admin/purposes')).rows : []
  const purposeName = purposeNamer(of.language, listed)
  async function* onePage() {
    yield isTranslated ? rows.map((row) => ({ ...row, name: purposeName(row.name) })) : rows
  }
  const lines = await bufferLines(onePage(), (row) => summaryLine(by, row, of.language), onRead)
  const bottom = summaryLine(by, { name: null, site: null, role: null, received, spent, count }, of.language)
  return lines && { sheet: summarySheet(by, of.language), lines, ending: { bottom } }
}

async function peopleContent({ report, address }: Extract<ExportJob, { kind: 'people' }>, { of, onRead }: Reading) {
  const lists: AsyncIterable<readonly (SiteUser | Supervisor)[]> =
    report === 'sites' ? fetchAllPages<'adminSites'>(address) : fetchAllPages<'adminSupervisors'>(address)
  const sums = { received: 0, spent: 0, balance: 0 }
  const lineOf = (person: SiteUser | Supervisor) => {
    const { totalReceived, totalSpent, currentBalance } = person.siteBalance
    sums.received += paiseOf(totalReceived)
    sums.spent += paiseOf(totalSpent)
    sums.balance += paiseOf(currentBalance)
    return personLine(person, of.language)
  }
  const lines = await bufferLines(lists, lineOf, onRead)
  const bottom = [REPORT_WORDS[of.language].total, null, null, null, sums.received, sums.spent, sums.balance]
  return lines && { sheet: peopleSheet(of.language), lines, ending: { bottom } }
}

async function sitesContent(sites: readonly ShownSite[], { of: { language }, onRead }: Reading) {
  async function* onePage() {
    yield sites
  }
  const lines = await bufferLines(onePage(), (site) => siteLine(site, language), onRead)
  return lines && { sheet: sitesSheet(language), lines, ending: { bottom: sitesTotalLine(sites, language) } }
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
    // The reader of the pages may end before this one is awaited.
    coming?.catch(() => undefined)
    yield rows
  }
}
