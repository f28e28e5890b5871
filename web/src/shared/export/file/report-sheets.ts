import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import { ENTRY_FIELD_NAMES, ENTRY_TEXT_FIELDS, entryFieldText } from '@ledger/contracts/entry-text-fields.ts'
import { billCells } from '@ledger/contracts/exported-bill-columns.ts'
import type { BeneficiaryReport } from '@ledger/contracts/http/report-schemas.ts'
import type { CompanyTransaction, SiteUser, Supervisor, Transaction } from '@ledger/contracts/http/responses.ts'
import { withoutInvisible } from '@ledger/contracts/invisible-characters.ts'
import { HEAD_OFFICE_LABEL } from '@ledger/contracts/labels/transaction-labels.ts'
import { type Paise, paiseOf } from '@ledger/contracts/money.ts'
import { today } from '../../api/today.ts'
import { cutLongestToBytes } from './cut-to-bytes.ts'
import {
  billColumns,
  countColumn,
  dayColumn,
  moneyColumn,
  type Sheet,
  type SheetLine,
  textColumn,
} from './sheet-model.ts'

/**
 * The columns and words of the files (§3, Spreadsheet export). They are in English whatever the language of the screen:
 * the specification names them, and a bookkeeper merges the files of all sites.
 */

/** The columns of bills come after those that the specification names. */
const BILL_SHEET_COLUMNS = billColumns('en')

const FIELD_COLUMNS = ENTRY_FIELD_NAMES.map((name) =>
  textColumn(ENTRY_TEXT_FIELDS[name].label.en, ENTRY_TEXT_FIELDS[name].sheetWidth),
)
const fieldCells = (row: Transaction) => ENTRY_FIELD_NAMES.map((name) => entryFieldText(row, name, 'en'))

/** The columns of §3, in its order. */
const TRANSACTION_COLUMNS = [
  dayColumn('Date', 12),
  moneyColumn('Credit Amount', 15),
  moneyColumn('Debit Amount', 15),
  textColumn('Recipient/Beneficiary', 20),
  ...FIELD_COLUMNS,
  textColumn('Transaction Type', 18),
]

export const TRANSACTION_SHEET: Sheet = {
  name: 'Transaction Report',
  columns: [...TRANSACTION_COLUMNS, ...BILL_SHEET_COLUMNS],
}

/** Head office's ledgers also show the balance after each row. */
export const LEDGER_SHEET: Sheet = {
  ...TRANSACTION_SHEET,
  columns: [...TRANSACTION_COLUMNS, moneyColumn('Balance', 15), ...BILL_SHEET_COLUMNS],
}

/** Rows of all accounts name their account, and mark the deleted ones. */
export const COMPANY_SHEET: Sheet = {
  ...TRANSACTION_SHEET,
  columns: [
    ...TRANSACTION_COLUMNS,
    textColumn('Account', 22),
    textColumn('Site', 22),
    textColumn('Transfer', 10),
    textColumn('Deleted', 28),
    ...BILL_SHEET_COLUMNS,
  ],
}

export const BENEFICIARY_STATEMENT_SHEET: Sheet = {
  name: 'Statement',
  columns: [
    dayColumn('Date', 12),
    textColumn('Paid By', 22),
    textColumn('Site', 22),
    ...FIELD_COLUMNS,
    moneyColumn('Amount Paid', 15),
    ...BILL_SHEET_COLUMNS,
  ],
}

export const PEOPLE_SHEET: Sheet = {
  name: 'Balances',
  columns: [
    textColumn('Name', 24),
    textColumn('Site', 24),
    textColumn('Mobile', 14),
    textColumn('Status', 10),
    moneyColumn('Total Received', 18),
    // Expenses, and the money passed on to others.
    moneyColumn('Total Spent, With Transfers', 26),
    moneyColumn('Balance', 18),
  ],
}

export const BENEFICIARY_SHEET: Sheet = {
  name: 'Beneficiary Report',
  columns: [
    textColumn('Beneficiary', 30),
    moneyColumn('Total Paid', 18),
    countColumn('Payments', 12),
    dayColumn('Last Paid On', 15),
  ],
}

/**
 * Tells whether money came from head office. Such a row has the account itself as its recipient, while files and lists
 * show the sender.
 */
const isFromHeadOffice = (row: Transaction) => row.type === 'credit' && row.transferFrom === null

/** @param origin the origin of the bills, such as `https://books.example` */
export function transactionLine(row: Transaction, origin: string): SheetLine {
  return [...transactionCells(row), ...billCellsOf(row, origin)]
}

/** Returns the columns that the specification names. */
function transactionCells(row: Transaction): SheetLine {
  const paise = paiseOf(row.amount)
  const isCredit = row.type === 'credit'
  return [
    dayOf(row.date),
    isCredit ? paise : null,
    isCredit ? null : paise,
    isFromHeadOffice(row) ? HEAD_OFFICE_LABEL.en : row.recipient,
    ...fieldCells(row),
    isCredit ? 'Money Received' : 'Expense Made',
  ]
}

export const isDeletedRow = (row: Transaction & { deleted?: unknown }) => row.deleted !== undefined

/** @param origin as of transactionLine */
export function companyLine(row: CompanyTransaction, origin: string): SheetLine {
  const { accountName, siteName, isTransfer, deleted } = row
  const gone = deleted === undefined ? null : `${dayOf(deleted.at)}, by ${deleted.by.name}`
  return [
    ...transactionCells(row),
    accountName,
    siteName,
    isTransfer ? 'Transfer' : null,
    gone,
    ...billCellsOf(row, origin),
  ]
}

/** @param origin as of transactionLine */
export function statementLine(row: CompanyTransaction, origin: string): SheetLine {
  const { date, amount, accountName, siteName } = row
  return [dayOf(date), accountName, siteName, ...fieldCells(row), paiseOf(amount), ...billCellsOf(row, origin)]
}

const billCellsOf = ({ bills }: Transaction, origin: string) =>
  billCells(
    bills.map(({ id }) => id),
    origin,
  )

export function personLine(person: SiteUser | Supervisor): SheetLine {
  const { firstName, lastName, mobile, status, siteBalance } = person
  const site = 'siteName' in person && typeof person.siteName === 'string' ? person.siteName : null
  const { totalReceived, totalSpent, currentBalance } = siteBalance
  const figures = [totalReceived, totalSpent, currentBalance].map(paiseOf)
  return [`${firstName} ${lastName}`.trim(), site, mobile, status === 'active' ? 'Active' : 'Disabled', ...figures]
}

/** Returns the line of a balance above or below the rows of a ledger. */
export function balanceLine(label: string, day: Day | undefined, balance: Paise): SheetLine {
  return [day ?? null, null, null, label, ...FIELD_COLUMNS.map(() => null), null, balance]
}

/**
 * @param balance the account's balance after that row
 * @param origin as of transactionLine
 */
export function ledgerLine(row: Transaction, balance: Paise, origin: string): SheetLine {
  return [...transactionCells(row), balance, ...billCellsOf(row, origin)]
}

export function beneficiaryLine({ name, totalPaid, payments, lastPaidOn }: BeneficiaryReport): SheetLine {
  return [name, paiseOf(totalPaid), payments, lastPaidOn === null ? null : dayOf(lastPaidOn)]
}

/** @param recipient a name as the list shows it, or null for head office */
export function isWithRecipient(recipient: string | null, row: Transaction): boolean {
  return recipient === null ? isFromHeadOffice(row) : !isFromHeadOffice(row) && row.recipient === recipient
}

/** The sums of the rows in a file, so that summary and rows always agree; transfers are parts of the other two. */
export interface FileSums {
  received: Paise
  transfersReceived: Paise
  spent: Paise
  transfersGiven: Paise
}

export const emptyFileSums = (): FileSums => ({ received: 0, transfersReceived: 0, spent: 0, transfersGiven: 0 })

export function addToSums(sums: FileSums, { type, amount, isTransfer }: Transaction): void {
  const isCredit = type === 'credit'
  sums[isCredit ? 'received' : 'spent'] += paiseOf(amount)
  if (isTransfer) sums[isCredit ? 'transfersReceived' : 'transfersGiven'] += paiseOf(amount)
}

/** A label and paise. */
type SummaryLine = readonly [label: string, amount: Paise]

/**
 * Returns the two totals of §3, each the sum of a column of amounts in every file, whatever list the file is of: the
 * rows whose Transaction Type is Money Received, and those whose type is Expense Made. A transfer has one of these
 * types too, so the line below a total says how much of it are transfers.
 */
export function totalLines({ received, transfersReceived, spent, transfersGiven }: FileSums): SummaryLine[] {
  const ofWhich = (label: string, paise: Paise): SummaryLine[] => (paise === 0 ? [] : [[label, paise]])
  return [
    ['Total Money Received', received],
    ...ofWhich('of which Transfers Received', transfersReceived),
    ['Total Expenses Made', spent],
    ...ofWhich('of which Transfers Given', transfersGiven),
  ]
}

/**
 * The figure at the end of a summary. `current`: the rows run up to today; `closing`: the rows end with a period;
 * `net`: the rows are those of one name, and their difference is no balance of the account.
 */
export type SummaryEnd = 'current' | 'closing' | 'net'
const SUMMARY_END_LABELS: Readonly<Record<SummaryEnd, readonly [name: string, below: string, otherwise: string]>> = {
  current: ['Current Balance', 'Deficit', 'Surplus'],
  closing: ['Closing Balance', 'Deficit', 'Surplus'],
  net: ['Net', 'Dr', 'Cr'],
}

/**
 * Returns the SUMMARY block of §3.
 * @param opening the balance before the period, where the rows do not begin at the account's first day: without it the
 * balance would not follow from the sums
 */
export function summaryLines(sums: FileSums, opening: Paise | undefined, end: SummaryEnd): SummaryLine[] {
  const balance = (opening ?? 0) + sums.received - sums.spent
  const [name, below, otherwise] = SUMMARY_END_LABELS[end]
  return [
    ...(opening === undefined ? [] : [['Opening Balance', opening] satisfies SummaryLine]),
    ...totalLines(sums),
    [`${name} (${balance < 0 ? below : otherwise})`, balance],
  ]
}

/**
 * Returns a period for a file's name; "" is an open end. A period without an end runs up to today.
 * @example periodInFileName({ from: '2026-04-01', to: '' }, '2026-11-22') === '2026-04-01_to_2026-11-22'
 */
export function periodInFileName({ from, to }: { from: Day | ''; to: Day | '' }, now = today()): string {
  return `${from === '' ? 'up' : from}_to_${to === '' ? now : to}`
}

/** With the company's name and the extension, a file's name has at most 200 bytes: file systems take 255. */
const MAX_NAME_BYTES = 130

/**
 * Returns a file's name without its extension, of at most 130 bytes in UTF-8: the longest parts are cut. Typed words
 * appear as they are read, without characters that a file system refuses.
 */
export function fileNameFromParts(...parts: readonly string[]): string {
  const words = parts.map((part) =>
    withoutInvisible(part)
      .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '_')
      .replaceAll(/^_|_$/g, ''),
  )
  const written = words.filter((word) => word !== '')
  return cutLongestToBytes(written, MAX_NAME_BYTES)
    .map((word) => word.replaceAll(/_$/g, ''))
    .join('_')
}
