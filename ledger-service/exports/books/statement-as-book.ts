import { dayOf } from '@ledger/contracts/dates.ts'
import type {
  CancelledVoucher,
  Statement,
  StatementKind,
  StatementRow,
} from '@ledger/contracts/http/statements/statement-schemas.ts'
import { purposeLabel } from '@ledger/contracts/labels/generated-purposes.ts'
import { sealInWords } from '@ledger/contracts/labels/seal-labels.ts'
import { HEAD_OFFICE_LABEL, VOUCHER_LABEL } from '@ledger/contracts/labels/transaction-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { type ListedPurpose, purposeFinder, purposeNameIn } from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { WholeStatement } from '@ledger/projections/queries/statements/whole-statement.ts'
import { formatDay, paymentModeLabel } from '../formats/dates-and-rupees.ts'
import type { Book, BookColumn, BookHead, BookLine, BookSum, SealOfStatement } from './book.ts'
import { BOOK_WORDS } from './book-words.ts'
import { periodInWords } from './period-in-words.ts'
import { proofQrCodeText } from './proof-qr-code-text.ts'

/** The subject of a statement, for its head. */
export type StatementOf = Statement['of']

const TITLES = {
  account: 'statement',
  beneficiary: 'statementOfBeneficiary',
  site: 'statementOfSite',
  head_office: 'statementOfHeadOffice',
  company: 'dayBook',
} as const

/** Whether the rows are of several accounts, which a column of its own names. */
const hasAccountColumn = (kind: StatementKind) => kind === 'company' || kind === 'site'

/**
 * Returns a statement as a book. A day book ends with the vouchers that were cancelled. Purposes and modes that the
 * ledger names itself are in the language of the file, and so are listed purposes in the sums.
 */
export function statementAsBook(
  statement: WholeStatement,
  of: StatementOf,
  head: BookHead,
  { seal, proof, purposes }: SealOfStatement & { purposes: readonly ListedPurpose[] },
): Book {
  const { language } = head
  const t = BOOK_WORDS[language]
  const { totals } = statement
  const proofCode = proof && proofQrCodeText(proof)
  const columns = statementColumns(of.kind, language)
  const findListed = purposeFinder(purposes)
  const nameOf = (purpose: string) => {
    const listed = findListed(purpose)
    return listed ? purposeNameIn(listed, language) : purposeLabel(purpose, language)
  }
  const sum = ({ in: received, out, entries }: Omit<BookSum, 'label'>, label: string) => ({
    ...{ label, in: received, out, entries },
  })
  // Carried cash has no mode and no purpose; each table adds up to the same total with it.
  const carried = hasCarriedCash(totals) ? [sum({ ...totals.carried, entries: 0 }, t.carried)] : []
  return {
    ...head,
    title: t[TITLES[of.kind]],
    sheetName: of.kind === 'site' ? t.sheetOfSite : t[TITLES[of.kind]],
    about: aboutOf(of, language),
    period: periodInWords(statement, head),
    seal: sealInWords(seal, language, (day) => formatDay(day, language)),
    proofCode: proofCode ?? null,
    missingProofCode:
      seal.state !== 'sealed' || proofCode !== undefined ? undefined : proof ? t.proofTooLong : t.proofNotSigned,
    columns,
    at: {
      label: columns.findIndex(({ header }) => header === t.particulars),
      in: columns.findIndex(({ header }) => header === t.received),
      out: columns.findIndex(({ header }) => header === t.paid),
      balance: columns.length - 1,
    },
    balances: { opening: statement.opening, closing: statement.closing },
    total: sum(totals, t.total),
    totals: null,
    sums: [
      {
        title: t.byMode,
        rows: [...totals.byMode.map((one) => sum(one, paymentModeLabel(one.mode, language))), ...carried],
      },
      {
        title: t.byPurpose,
        rows: [
          ...totals.byPurpose.map((one) => sum(one, one.purpose === null ? t.otherPurposes : nameOf(one.purpose))),
          ...carried,
        ],
      },
    ],
    signatures: [t.preparedBy, t.checkedBy, of.kind === 'company' ? t.authorisedBy : t.confirmedBy],
    async *lines() {
      for await (const rows of statement.rows()) yield rows.map((row) => statementBookLine(row, of.kind, language))
      const cancelled = statement.cancelled ?? []
      if (cancelled.length > 0) yield cancelled.map((one) => cancelledLine(one, columns, language))
    },
  }
}

const hasCarriedCash = ({ carried }: Statement['totals']) => carried.in !== '0.00' || carried.out !== '0.00'

function aboutOf({ kind, name, site }: StatementOf, language: Language): string[] {
  if (kind === 'company') return [BOOK_WORDS[language].wholeCompany]
  if (kind === 'head_office') return [HEAD_OFFICE_LABEL[language]]
  return [name ?? '', ...(site === null ? [] : [site])]
}

/** A page of paper is as wide as its columns: upright, or across where each row names its account. */
function statementColumns(kind: StatementKind, language: Language): BookColumn[] {
  const t = BOOK_WORDS[language]
  const hasAccount = hasAccountColumn(kind)
  const text = (header: string, width: number, points = 0): BookColumn => ({ header, kind: 'text', width, points })
  const money = (header: string): BookColumn => ({ header, kind: 'money', width: 16, points: hasAccount ? 82 : 72 })
  return [
    { header: t.date, kind: 'day', width: 12, points: 66 },
    text(t.particulars, 30, hasAccount ? 206 : 129),
    text(t.purpose, 24),
    text(t.narration, 32),
    ...(hasAccount ? [text(t.account, 24, 140)] : []),
    ...(kind === 'account' ? [] : [text(t.site, 20)]),
    // A UTR of 22 characters stands below the mode on one line.
    text(t.mode, 15, 104),
    text(t.reference, 24),
    text(VOUCHER_LABEL[language], 18),
    ...[t.received, t.paid, t.balance].map(money),
  ]
}

/** Returns the line of a voucher without an entry, so that the numbers of a day book have no gap. */
function cancelledLine(
  { day, voucher }: CancelledVoucher,
  columns: readonly BookColumn[],
  language: Language,
): BookLine {
  const t = BOOK_WORDS[language]
  const cells = new Map([
    [t.date, day],
    [t.particulars, t.cancelled],
    [VOUCHER_LABEL[language], voucher],
  ])
  return columns.map(({ header }) => cells.get(header) ?? null)
}

function statementBookLine(row: StatementRow, kind: StatementKind, language: Language): BookLine {
  return [
    dayOf(row.date),
    row.party ?? HEAD_OFFICE_LABEL[language],
    purposeLabel(row.purpose, language),
    row.narration,
    ...(hasAccountColumn(kind) ? [row.account] : []),
    ...(kind === 'account' ? [] : [row.site]),
    row.mode && paymentModeLabel(row.mode, language),
    row.reference,
    row.voucher,
    ...[row.in, row.out].map((amount) => (amount === '0.00' ? null : amount)),
    row.balance,
  ]
}
