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

/** Returns the sum to which a row belongs. A transfer between two accounts is no expense. */
export function sumLabelOf({ type, isTransfer }: Transaction): string {
  if (isTransfer) return type === 'credit' ? 'Total Transfers Received' : 'Total Transfers Given'
  return type === 'credit' ? 'Total Money Received' : 'Total Expenses Made'
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

/** The sums of the rows in a file, so that summary and rows always agree. */
export interface ReceivedAndSpent {
  received: Paise
  spent: Paise
}

export function addToSums(sums: ReceivedAndSpent, { type, amount }: Transaction): void {
  sums[type === 'credit' ? 'received' : 'spent'] += paiseOf(amount)
}

/**
 * Returns the SUMMARY block of §3, each line a label and paise.
 * @param opening the balance before the period, where the rows do not begin at the account's first day: without it the
 * balance would not follow from the sums
 */
export function summaryLines(
  { received, spent }: ReceivedAndSpent,
  opening: Paise | undefined,
): [label: string, amount: Paise][] {
  const balance = (opening ?? 0) + received - spent
  return [
    ...(opening === undefined ? [] : [['Opening Balance', opening] satisfies [string, Paise]]),
    ['Total Money Received', received],
    ['Total Expenses Made', spent],
    [`Current Balance (${balance < 0 ? 'Deficit' : 'Surplus'})`, balance],
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
