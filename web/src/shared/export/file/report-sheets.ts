import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import {
  ENTRY_FIELD_NAMES,
  ENTRY_TEXT_FIELDS,
  type EntryFieldName,
  entryFieldText,
} from '@ledger/contracts/entry-text-fields.ts'
import type { SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import type { BeneficiaryReport, SummaryTable } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import type { CompanyTransaction, Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { purposeLabel } from '@ledger/contracts/labels/generated-purposes.ts'
import { HEAD_OFFICE_LABEL, PAYMENT_MODE_LABELS } from '@ledger/contracts/labels/transaction-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { type Paise, paiseOf } from '@ledger/contracts/money.ts'
import { paymentMode } from '@ledger/contracts/payment-modes.ts'
import { billCells } from '@ledger/contracts/spreadsheets/bill-count-and-link-columns.ts'
import type { SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import { answerLines, questionLines } from '../../questions/row-question-texts.ts'
import { REPORT_WORDS } from './report-words.ts'
import {
  billColumns,
  countColumn,
  dayColumn,
  moneyColumn,
  type Sheet,
  type SheetColumn,
  type SheetLine,
  textColumn,
} from './sheet-model.ts'

/**
 * The lists as tables: their columns, and their rows as lines. A file has its columns in the order of §3
 * (report-words.ts tells why in English); `language` is that of a printed list.
 */

/** The fields of §3. The others come after its columns. */
const SPECIFIED_FIELDS = ['purpose', 'paymentMode', 'narration'] as const satisfies EntryFieldName[]
const OTHER_FIELDS = ENTRY_FIELD_NAMES.filter((name) => !SPECIFIED_FIELDS.some((specified) => specified === name))

const fieldColumns = (language: Language, names: readonly EntryFieldName[]) =>
  names.map((name) => textColumn(ENTRY_TEXT_FIELDS[name].label[language], ENTRY_TEXT_FIELDS[name].sheetWidth))
const fieldCells = (row: Transaction, language: Language, names: readonly EntryFieldName[]) =>
  names.map((name) => {
    const text = entryFieldText(row, name, language)
    return name === 'purpose' ? purposeLabel(text, language) : text
  })

/** The columns after those of §3 and after the columns of their own that some lists have. */
const lastColumns = (language: Language): SheetColumn[] => [
  ...billColumns(language),
  ...fieldColumns(language, OTHER_FIELDS),
  textColumn(REPORT_WORDS[language].voucher, 16),
]

/** Returns the columns of §3, in its order. */
function specifiedColumns(language: Language): SheetColumn[] {
  const t = REPORT_WORDS[language]
  return [
    dayColumn(t.date, 12),
    moneyColumn(t.credit, 15),
    moneyColumn(t.debit, 15),
    textColumn(t.party, 20),
    ...fieldColumns(language, SPECIFIED_FIELDS),
    // On paper the column of the amount says the same.
    { ...textColumn(t.type, 18), onPaper: false },
  ]
}

/** The name of the sheet of §3, which the sheets of ledgers and of all accounts have too. */
const TRANSACTION_SHEET_NAME = 'Transaction Report'

/** Returns the sheet of an account's own list. Bills, reference and voucher number come after its columns. */
export function transactionSheet(language: Language): Sheet {
  return { name: TRANSACTION_SHEET_NAME, columns: [...specifiedColumns(language), ...lastColumns(language)] }
}

/** Returns the sheet of head office's ledgers, which also show the balance after each row. */
export function ledgerSheet(language: Language): Sheet {
  const balance = moneyColumn(REPORT_WORDS[language].balance, 15)
  return { name: TRANSACTION_SHEET_NAME, columns: [...specifiedColumns(language), balance, ...lastColumns(language)] }
}

/** Returns the sheet of rows of all accounts, which name their account, and mark the deleted ones. */
export function companySheet(language: Language): Sheet {
  const t = REPORT_WORDS[language]
  return {
    name: TRANSACTION_SHEET_NAME,
    columns: [
      ...specifiedColumns(language),
      textColumn(t.account, 22),
      textColumn(t.site, 22),
      textColumn(t.transferColumn, 10),
      textColumn(t.deleted, 28),
      ...lastColumns(language),
    ],
  }
}

/** Returns the sheet of rows of all accounts that were entered late, each with the day on which it was. */
export function lateEntriesSheet(language: Language): Sheet {
  const { name, columns } = companySheet(language)
  return { name, columns: [...columns, dayColumn(REPORT_WORDS[language].enteredOn, 12)] }
}

/** Returns the sheet of rows of all accounts that head office has asked about, each with its questions and answers. */
export function queriedEntriesSheet(language: Language): Sheet {
  const t = REPORT_WORDS[language]
  const { name, columns } = companySheet(language)
  return { name, columns: [...columns, textColumn(t.question, 40), textColumn(t.answer, 40)] }
}

export function beneficiaryStatementSheet(language: Language): Sheet {
  const t = REPORT_WORDS[language]
  return {
    name: 'Statement',
    columns: [
      dayColumn(t.date, 12),
      textColumn(t.paidBy, 22),
      textColumn(t.site, 22),
      ...fieldColumns(language, SPECIFIED_FIELDS),
      moneyColumn(t.amountPaid, 15),
      ...lastColumns(language),
    ],
  }
}

export function peopleSheet(language: Language): Sheet {
  const t = REPORT_WORDS[language]
  return {
    name: 'Balances',
    columns: [
      textColumn(t.name, 24),
      textColumn(t.site, 24),
      textColumn(t.mobile, 14),
      textColumn(t.status, 10),
      moneyColumn(t.totalReceived, 18),
      moneyColumn(t.totalSpent, 26),
      moneyColumn(t.balance, 18),
    ],
  }
}

export function beneficiarySheet(language: Language): Sheet {
  const t = REPORT_WORDS[language]
  return {
    name: 'Beneficiary Report',
    columns: [
      textColumn(t.beneficiary, 30),
      moneyColumn(t.paidInAll, 18),
      countColumn(t.payments, 12),
      dayColumn(t.lastPaidOn, 15),
    ],
  }
}

/** Whether the rows of a summary have money from head office, too. */
const hasSentColumn = (by: SummarySubject) => by === 'site' || by === 'month'

export function summarySheet(by: SummarySubject, language: Language): Sheet {
  const t = REPORT_WORDS[language]
  return {
    name: 'Summary',
    columns: [
      textColumn(t[SUMMARY_COLUMN_WORDS[by]], 30),
      ...(by === 'site' ? [textColumn(t.name, 24)] : []),
      countColumn(t.expenses, 12),
      ...(hasSentColumn(by) ? [moneyColumn(t.sent, 18)] : []),
      moneyColumn(t.spent, 18),
    ],
  }
}

const SUMMARY_COLUMN_WORDS = {
  site: 'site',
  purpose: 'purpose',
  beneficiary: 'beneficiary',
  mode: 'paymentMode',
  month: 'month',
} as const satisfies Record<SummarySubject, string>

/** Returns the line of a row, or the line of the total: a `name` of null stands for it. */
export function summaryLine(
  by: SummarySubject,
  { name, site, received, spent, count }: Omit<SummaryTable['rows'][number], 'key' | 'name'> & { name: string | null },
  language: Language,
): SheetLine {
  return [
    ...summaryNameCells(by, name, site, language),
    count,
    ...(hasSentColumn(by) ? [paiseOf(received)] : []),
    paiseOf(spent),
  ]
}

function summaryNameCells(by: SummarySubject, name: string | null, site: string | null, language: Language) {
  if (name === null) return by === 'site' ? [REPORT_WORDS[language].total, null] : [REPORT_WORDS[language].total]
  switch (by) {
    case 'site':
      return [site, name]
    case 'mode':
      return [PAYMENT_MODE_LABELS[paymentMode.parse(name)][language]]
    default:
      return [name]
  }
}

/**
 * Tells whether money came from head office. Such a row has the account itself as its recipient, while files and lists
 * show the sender.
 */
const isFromHeadOffice = (row: Transaction) => row.type === 'credit' && row.transferFrom === null

/** The language of a line, and the origin of its links to bills, such as `https://books.example`. */
export interface LineOptions {
  readonly language: Language
  readonly origin: string
}

export function transactionLine(row: Transaction, of: LineOptions): SheetLine {
  return [...transactionCells(row, of.language), ...lastCells(row, of)]
}

/** Returns the columns that the specification names. */
function transactionCells(row: Transaction, language: Language): SheetLine {
  const t = REPORT_WORDS[language]
  const paise = paiseOf(row.amount)
  const isCredit = row.type === 'credit'
  return [
    dayOf(row.date),
    isCredit ? paise : null,
    isCredit ? null : paise,
    isFromHeadOffice(row) ? HEAD_OFFICE_LABEL[language] : row.recipient,
    ...fieldCells(row, language, SPECIFIED_FIELDS),
    isCredit ? t.moneyReceived : t.expenseMade,
  ]
}

export const isDeletedRow = (row: Transaction & { deleted?: unknown }) => row.deleted !== undefined

export function companyLine(row: CompanyTransaction, of: LineOptions): SheetLine {
  const { accountName, siteName, isTransfer, deleted } = row
  const gone =
    deleted === undefined ? null : `${dayOf(deleted.at)}, ${of.language === 'en' ? 'by ' : ''}${deleted.by.name}`
  return [
    ...transactionCells(row, of.language),
    accountName,
    siteName,
    isTransfer ? REPORT_WORDS[of.language].transfer : null,
    gone,
    ...lastCells(row, of),
  ]
}

export const lateEntryLine = (row: CompanyTransaction, of: LineOptions): SheetLine => [
  ...companyLine(row, of),
  dayOf(row.recordedAt),
]

export const queriedEntryLine = (row: CompanyTransaction, of: LineOptions): SheetLine => [
  ...companyLine(row, of),
  questionLines(row.questions, of.language),
  answerLines(row.questions, of.language),
]

export function beneficiaryStatementLine(row: CompanyTransaction, of: LineOptions): SheetLine {
  const { date, amount, accountName, siteName } = row
  return [
    dayOf(date),
    accountName,
    siteName,
    ...fieldCells(row, of.language, SPECIFIED_FIELDS),
    paiseOf(amount),
    ...lastCells(row, of),
  ]
}

const lastCells = (row: Transaction, { language, origin }: LineOptions) => [
  ...billCells(
    row.bills.map(({ id }) => id),
    origin,
  ),
  ...fieldCells(row, language, OTHER_FIELDS).map((text) => text || null),
  row.voucher || null,
]

export function personLine(person: SiteUser | Supervisor, language: Language): SheetLine {
  const t = REPORT_WORDS[language]
  const { firstName, lastName, mobile, status, siteBalance } = person
  const site = 'siteName' in person ? person.siteName : null
  const { totalReceived, totalSpent, currentBalance } = siteBalance
  const figures = [totalReceived, totalSpent, currentBalance].map(paiseOf)
  return [`${firstName} ${lastName}`.trim(), site, mobile, status === 'active' ? t.active : t.disabled, ...figures]
}

/** Returns the line of a balance above or below the rows of a ledger. */
export function balanceLine(label: string, day: Day | undefined, balance: Paise): SheetLine {
  return [day ?? null, null, null, label, ...SPECIFIED_FIELDS.map(() => null), null, balance]
}

/** @param balance the account's balance after that row */
export function ledgerLine(row: Transaction, balance: Paise, of: LineOptions): SheetLine {
  return [...transactionCells(row, of.language), balance, ...lastCells(row, of)]
}

export function beneficiaryLine({ name, totalPaid, payments, lastPaidOn }: BeneficiaryReport): SheetLine {
  return [name, paiseOf(totalPaid), payments, lastPaidOn === null ? null : dayOf(lastPaidOn)]
}

/** @param recipient a name as the list shows it, or null for head office */
export function isWithRecipient(recipient: string | null, row: Transaction): boolean {
  return recipient === null ? isFromHeadOffice(row) : !isFromHeadOffice(row) && row.recipient === recipient
}
