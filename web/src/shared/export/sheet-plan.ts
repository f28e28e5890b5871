import { billCells } from '@ledger/contracts/bill-files.ts'
import { seen } from '@ledger/contracts/characters.ts'
import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import { type Paise, paiseOf } from '@ledger/contracts/money.ts'
import type { BeneficiaryReport } from '@ledger/contracts/reports.ts'
import type { CompanyTransaction, SiteUser, Supervisor, Transaction } from '@ledger/contracts/shapes.ts'
import { HEAD_OFFICE_SHOWN, MODES_SHOWN } from '@ledger/contracts/shown-words.ts'
import { today } from '../entry/today.ts'
import { billColumns, count, day, type Line, money, type Sheet, text } from './sheet.ts'

/**
 * The columns and words of the files (§3, Spreadsheet export). They are in English whatever the language of the screen:
 * the specification names them, and a bookkeeper merges the files of all sites.
 */

/** The columns of bills come after those that the specification names. */
const BILLS = billColumns('en')

/** The columns of §3, in its order. */
const COLUMNS = [
  day('Date', 12),
  money('Credit Amount', 15),
  money('Debit Amount', 15),
  text('Recipient/Beneficiary', 20),
  text('Purpose', 25),
  text('Payment Mode', 15),
  text('Narration', 30),
  text('Transaction Type', 18),
]

export const TRANSACTION_REPORT: Sheet = { name: 'Transaction Report', columns: [...COLUMNS, ...BILLS] }

/** Head office's ledgers also show the balance after each row. */
export const LEDGER_REPORT: Sheet = {
  ...TRANSACTION_REPORT,
  columns: [...COLUMNS, money('Balance', 15), ...BILLS],
}

/** Rows of all accounts name their account, and mark the deleted ones. */
export const COMPANY_REPORT: Sheet = {
  ...TRANSACTION_REPORT,
  columns: [...COLUMNS, text('Account', 22), text('Site', 22), text('Transfer', 10), text('Deleted', 28), ...BILLS],
}

export const STATEMENT_REPORT: Sheet = {
  name: 'Statement',
  columns: [
    day('Date', 12),
    text('Paid By', 22),
    text('Site', 22),
    text('Purpose', 25),
    text('Payment Mode', 15),
    text('Narration', 30),
    money('Amount Paid', 15),
    ...BILLS,
  ],
}

export const PEOPLE_REPORT: Sheet = {
  name: 'Balances',
  columns: [
    text('Name', 24),
    text('Site', 24),
    text('Mobile', 14),
    text('Status', 10),
    money('Total Received', 18),
    // Expenses, and the money passed on to others.
    money('Total Spent, With Transfers', 26),
    money('Balance', 18),
  ],
}

export const BENEFICIARY_REPORT: Sheet = {
  name: 'Beneficiary Report',
  columns: [text('Beneficiary', 30), money('Total Paid', 18), count('Payments', 12), day('Last Paid On', 15)],
}

/**
 * Tells whether money came from head office. Such a row has the account itself as its recipient, while files and lists
 * show the sender.
 */
const isFromHeadOffice = (row: Transaction) => row.type === 'credit' && row.transferFrom === null

/** @param origin the origin of the bills, such as `https://books.example` */
export function transactionLine(row: Transaction, origin: string): Line {
  return [...columnsOf(row), ...billsOfRow(row, origin)]
}

/** Returns the columns that the specification names. */
function columnsOf(row: Transaction): Line {
  const paise = paiseOf(row.amount)
  const isCredit = row.type === 'credit'
  return [
    dayOf(row.date),
    isCredit ? paise : null,
    isCredit ? null : paise,
    isFromHeadOffice(row) ? HEAD_OFFICE_SHOWN.en : row.recipient,
    row.purpose,
    MODES_SHOWN[row.paymentMode].en,
    row.narration,
    isCredit ? 'Money Received' : 'Expense Made',
  ]
}

export const isDeleted = (row: Transaction & { deleted?: unknown }) => row.deleted !== undefined

/** @param origin as of transactionLine */
export function companyLine(row: CompanyTransaction, origin: string): Line {
  const { accountName, siteName, isTransfer, deleted } = row
  const gone = deleted === undefined ? null : `${dayOf(deleted.at)}, by ${deleted.by.name}`
  return [...columnsOf(row), accountName, siteName, isTransfer ? 'Transfer' : null, gone, ...billsOfRow(row, origin)]
}

/** @param origin as of transactionLine */
export function statementLine(row: CompanyTransaction, origin: string): Line {
  const { date, amount, accountName, siteName, purpose, paymentMode, narration } = row
  const paid = [MODES_SHOWN[paymentMode].en, narration, paiseOf(amount)]
  return [dayOf(date), accountName, siteName, purpose, ...paid, ...billsOfRow(row, origin)]
}

const billsOfRow = ({ bills }: Transaction, origin: string) =>
  billCells(
    bills.map(({ id }) => id),
    origin,
  )

export function personLine(person: SiteUser | Supervisor): Line {
  const { firstName, lastName, mobile, status, siteBalance } = person
  const site = 'siteName' in person && typeof person.siteName === 'string' ? person.siteName : null
  const { totalReceived, totalSpent, currentBalance } = siteBalance
  const figures = [totalReceived, totalSpent, currentBalance].map(paiseOf)
  return [`${firstName} ${lastName}`.trim(), site, mobile, status === 'active' ? 'Active' : 'Disabled', ...figures]
}

/** Returns the sum to which a row belongs. A transfer between two accounts is no expense. */
export function kindOf({ type, isTransfer }: Transaction): string {
  if (isTransfer) return type === 'credit' ? 'Total Transfers Received' : 'Total Transfers Given'
  return type === 'credit' ? 'Total Money Received' : 'Total Expenses Made'
}

/** Returns the line of a balance above or below the rows of a ledger. */
export function balanceLine(label: string, day: Day | undefined, balance: Paise): Line {
  return [day ?? null, null, null, label, null, null, null, null, balance]
}

/**
 * @param balance the account's balance after that row
 * @param origin as of transactionLine
 */
export function ledgerLine(row: Transaction, balance: Paise, origin: string): Line {
  return [...columnsOf(row), balance, ...billsOfRow(row, origin)]
}

export function beneficiaryLine({ name, totalPaid, payments, lastPaidOn }: BeneficiaryReport): Line {
  return [name, paiseOf(totalPaid), payments, lastPaidOn === null ? null : dayOf(lastPaidOn)]
}

/** @param recipient a name as the list shows it, or null for head office */
export function isWith(recipient: string | null, row: Transaction): boolean {
  return recipient === null ? isFromHeadOffice(row) : !isFromHeadOffice(row) && row.recipient === recipient
}

/** The sums of the rows in a file, so that summary and rows always agree. */
export interface Sums {
  received: Paise
  spent: Paise
}

export function addTo(sums: Sums, { type, amount }: Transaction): void {
  sums[type === 'credit' ? 'received' : 'spent'] += paiseOf(amount)
}

/**
 * Returns the SUMMARY block of §3, each line a label and paise.
 * @param opening the balance before the period, where the rows do not begin at the account's first day: without it the
 * balance would not follow from the sums
 */
export function summaryOf({ received, spent }: Sums, opening: Paise | undefined): [label: string, amount: Paise][] {
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
 * @example periodName({ from: '2026-04-01', to: '' }, '2026-11-22') === '2026-04-01_to_2026-11-22'
 */
export function periodName({ from, to }: { from: Day | ''; to: Day | '' }, now = today()): string {
  return `${from === '' ? 'up' : from}_to_${to === '' ? now : to}`
}

/**
 * Returns a file's name without its extension. Typed words appear as they are read, without characters that a file
 * system refuses.
 */
export function fileName(...parts: readonly string[]): string {
  const words = parts.map((part) =>
    seen(part)
      .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '_')
      .replaceAll(/^_|_$/g, ''),
  )
  return words.filter((word) => word !== '').join('_')
}
