import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import { type Paise, paiseOf } from '@ledger/contracts/money.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { BeneficiaryReport } from '@ledger/contracts/reports.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'

/**
 * What stands in the files (§3, Spreadsheet export). They are in English whatever the screen speaks: the specification names
 * their columns and words, and whoever keeps the books puts the files of all sites together.
 */

interface Column {
  readonly header: string
  readonly width: number
  /** What its cells are: a `Day` becomes a date, paise become rupees, a count a plain number. */
  readonly kind: 'day' | 'money' | 'text' | 'count'
}

/** A cell as its column's kind has it; null is an empty one. */
export type Line = readonly (Day | Paise | string | number | null)[]

export interface Sheet {
  readonly name: string
  readonly columns: readonly Column[]
}

export const TRANSACTION_REPORT: Sheet = {
  name: 'Transaction Report',
  columns: [
    { header: 'Date', width: 12, kind: 'day' },
    { header: 'Credit Amount', width: 15, kind: 'money' },
    { header: 'Debit Amount', width: 15, kind: 'money' },
    { header: 'Recipient/Beneficiary', width: 20, kind: 'text' },
    { header: 'Purpose', width: 25, kind: 'text' },
    { header: 'Payment Mode', width: 15, kind: 'text' },
    { header: 'Narration', width: 30, kind: 'text' },
    { header: 'Transaction Type', width: 18, kind: 'text' },
  ],
}

/** Head office's ledgers say the balance after each row too. */
export const LEDGER_REPORT: Sheet = {
  ...TRANSACTION_REPORT,
  columns: [...TRANSACTION_REPORT.columns, { header: 'Balance', width: 15, kind: 'money' }],
}

export const BENEFICIARY_REPORT: Sheet = {
  name: 'Beneficiary Report',
  columns: [
    { header: 'Beneficiary', width: 30, kind: 'text' },
    { header: 'Total Paid', width: 18, kind: 'money' },
    { header: 'Payments', width: 12, kind: 'count' },
    { header: 'Last Paid On', width: 15, kind: 'day' },
  ],
}

const HEAD_OFFICE = 'Head Office'
const PAYMENT_MODES: Readonly<Record<PaymentMode, string>> = {
  cash: 'Cash',
  upi: 'UPI',
  bank_transfer: 'Bank Transfer',
  cheque: 'Cheque',
}

/** Money from head office names the account itself as its recipient; files and lists say where it came from. */
const isFromHeadOffice = (row: Transaction) => row.type === 'credit' && row.transferFrom === null

export function transactionLine(row: Transaction): Line {
  const paise = paiseOf(row.amount)
  const isCredit = row.type === 'credit'
  return [
    dayOf(row.date),
    isCredit ? paise : null,
    isCredit ? null : paise,
    isFromHeadOffice(row) ? HEAD_OFFICE : row.recipient,
    row.purpose,
    PAYMENT_MODES[row.paymentMode],
    row.narration,
    isCredit ? 'Money Received' : 'Expense Made',
  ]
}

/** @param balance the account's after that row */
export function ledgerLine(row: Transaction, balance: Paise): Line {
  return [...transactionLine(row), balance]
}

export function beneficiaryLine({ name, totalPaid, payments, lastPaidOn }: BeneficiaryReport): Line {
  return [name, paiseOf(totalPaid), payments, lastPaidOn === null ? null : dayOf(lastPaidOn)]
}

/** @param recipient a name as the list shows it, or null for head office */
export function isWith(recipient: string | null, row: Transaction): boolean {
  return recipient === null ? isFromHeadOffice(row) : !isFromHeadOffice(row) && row.recipient === recipient
}

/** The sums of the rows that went into a file, so that block and rows always agree. */
export interface Sums {
  received: Paise
  spent: Paise
}

export function addTo(sums: Sums, { type, amount }: Transaction): void {
  sums[type === 'credit' ? 'received' : 'spent'] += paiseOf(amount)
}

/**
 * §3, the SUMMARY block, each line a label and paise.
 * @param opening the balance before the period, where the rows do not begin at the account's first day: without it the
 *   balance would not follow from the sums
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
 * How a spreadsheet shows an amount: rupees in Indian grouping. A format can tell two limits apart and no more, so those for
 * amounts below zero are chosen by the amount: `positive;negative`, which every program reads alike.
 */
export function rupeeFormat(paise: Paise): string {
  if (paise >= 0) return `[>=10000000]${CRORE};[>=100000]${LAKH};${THOUSAND}`
  const form = paise <= -1_000_000_000 ? CRORE : paise <= -10_000_000 ? LAKH : THOUSAND
  return `${form};-${form}`
}
const CRORE = String.raw`"₹"##\,##\,##\,##0.00`
const LAKH = String.raw`"₹"##\,##\,##0.00`
const THOUSAND = '"₹"##,##0.00'

/** §3: the Indian English date, 1/4/2026. */
export const DATE_FORMAT = 'd/m/yyyy'

/** What was typed in goes into the name as it is read, without what a file system minds. */
export function fileName(...parts: readonly string[]): string {
  const words = parts.map((part) => part.replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '_').replaceAll(/^_+|_+$/g, ''))
  return `${words.filter((word) => word !== '').join('_')}.xlsx`
}
