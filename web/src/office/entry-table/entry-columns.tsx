import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { Paperclip, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { otherParty } from '../../shared/entry/list/other-party.ts'
import { amountWithPaise } from '../../shared/language/amount-with-paise.ts'
import { dateText, isZero, timeText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { answerLines, questionLines } from '../../shared/questions/row-question-texts.ts'
import type { EntryColumnId } from './column-ids.ts'
import { MatchInHiddenColumn } from './match-in-hidden-column.tsx'
import type { EntryTableWords } from './screen-texts.ts'

/** A row of the table: an entry, in a book with the balance after it, a decimal. */
export type EntryTableRow = Omit<CompanyTransaction, 'deleted'> &
  Partial<Pick<CompanyTransaction, 'deleted'>> & { readonly balance?: string }

/** The values that the cells of every row depend on, beside the row. */
export interface CellContext {
  readonly t: EntryTableWords
  readonly language: Language
  /** The words of the search, which are marked where they were found; "" for none. */
  readonly query: string
  /** The columns on the screen: what was found in another one stands at the purpose. */
  readonly columns: readonly EntryColumnId[]
}

interface EntryTableColumn {
  /** In rem, which grows with a reader's larger letters, or a share of the table's width; "" for a part of the rest. */
  readonly width: string
  readonly isFigure?: boolean
  /** The order that its head sorts by. */
  readonly sort?: 'date' | 'amount'
  cell(row: EntryTableRow, context: CellContext): ReactNode
  /** The whole text of a cell that may be cut. */
  title?(row: EntryTableRow, context: CellContext): string
}

/** The columns: how wide each is, and what its cells hold. */
export const ENTRY_TABLE_COLUMNS: Readonly<Record<EntryColumnId, EntryTableColumn>> = {
  date: {
    width: '7.75rem',
    sort: 'date',
    cell: (row, { language, query }) => marked(dateText(row.date, language), query),
  },
  enteredOn: {
    width: '7.75rem',
    cell: (row, { language }) => dateText(row.recordedAt, language),
    title: (row, { language }) => `${dateText(row.recordedAt, language)}, ${timeText(row.recordedAt)}`,
  },
  account: {
    width: '12%',
    cell: (row, { query }) => marked(row.accountName, query),
    title: (row) => row.accountName,
  },
  site: {
    width: '11%',
    cell: (row, { query }) => marked(row.siteName ?? '', query),
    title: (row) => row.siteName ?? '',
  },
  party: {
    width: '13%',
    cell: (row, { t, query }) => marked(otherParty(row, t.headOffice), query),
    title: (row, { t }) => otherParty(row, t.headOffice),
  },
  purpose: { width: '', cell: purposeCell, title: purposeText },
  question: { width: '', cell: questionsOfRow, title: questionsOfRow },
  answer: { width: '', cell: answersOfRow, title: answersOfRow },
  mode: {
    width: '7rem',
    cell: (row, { language, query }) => marked(paymentModeLabels[language][row.paymentMode], query),
  },
  reference: {
    width: '8rem',
    cell: (row, { query }) => marked(row.reference ?? '', query),
    title: (row) => row.reference ?? '',
  },
  voucher: {
    width: '8rem',
    cell: (row, { query }) => marked(row.voucher ?? '', query),
    title: (row) => row.voucher ?? '',
  },
  bill: { width: '3rem', cell: billCell },
  in: {
    width: '8.25rem',
    isFigure: true,
    sort: 'amount',
    cell: (row, { query }) => (row.type === 'credit' ? amountCell(row, '+', query) : null),
  },
  out: {
    width: '8.25rem',
    isFigure: true,
    sort: 'amount',
    cell: (row, { query }) => (row.type === 'debit' ? amountCell(row, '−', query) : null),
  },
  balance: {
    width: '9rem',
    isFigure: true,
    cell: ({ balance = '' }) => (
      <span className={isDeficit(balance) ? 'text-debit' : ''}>{amountWithPaise(balance)}</span>
    ),
  },
}

const isDeficit = (balance: string) => balance.startsWith('-')

function amountCell({ amount, deleted }: EntryTableRow, sign: '+' | '−', query: string): ReactNode {
  const Figure = deleted === undefined ? 'span' : 'del'
  return (
    <Figure className={`font-strong ${sign === '+' ? 'text-credit' : 'text-debit'}`}>
      {marked(`${isZero(amount) ? '' : sign}${amountWithPaise(amount)}`, query)}
    </Figure>
  )
}

/** Most tables have no search: their cells are plain text, which is drawn in less time. */
const marked = (text: string, query: string) => (query === '' ? text : <MarkedText text={text} query={query} />)

/** The columns that a narrow table leaves out although a search finds their texts. */
const FOUND_ELSEWHERE = ['reference', 'voucher'] as const

function purposeText(row: EntryTableRow, { t, language }: CellContext): string {
  const { deleted } = row
  if (deleted === undefined) return describeEntryPurpose(row)
  return t.deletedBy(deleted.by.name, `${dateText(deleted.at, language)}, ${timeText(deleted.at)}`)
}

function purposeCell(row: EntryTableRow, context: CellContext): ReactNode {
  const { query, columns, t } = context
  const hidden = query === '' ? [] : FOUND_ELSEWHERE.filter((id) => !columns.includes(id))
  return (
    <>
      {hidden.map((id) => (
        <MatchInHiddenColumn key={id} label={t[id]} text={row[id] ?? ''} query={query} />
      ))}
      {purposeContent(row, context)}
    </>
  )
}

function purposeContent(row: EntryTableRow, context: CellContext): ReactNode {
  const text = purposeText(row, context)
  if (row.deleted !== undefined)
    return (
      <span className="text-debit">
        <Trash2 className="mr-1 inline size-4 align-[-3px]" aria-hidden="true" />
        {text}
      </span>
    )
  return (
    <>
      {row.isTransfer ? (
        <span className="mr-2 rounded-brick border border-ink px-1 font-heavy text-[12px]/4">{context.t.transfer}</span>
      ) : null}
      {marked(text, context.query)}
    </>
  )
}

function questionsOfRow({ questions }: EntryTableRow, { language }: CellContext): string {
  return questionLines(questions, language)
}

function answersOfRow({ questions }: EntryTableRow, { language }: CellContext): string {
  return answerLines(questions, language)
}

function billCell({ bills }: EntryTableRow, { t }: CellContext): ReactNode {
  if (bills.length === 0) return null
  return (
    <span className="inline-flex items-center gap-0.5" title={t.bills(bills.length)}>
      <Paperclip className="size-4" aria-hidden="true" />
      <span className="sr-only">{t.bills(bills.length)}</span>
      {bills.length > 1 ? <span aria-hidden="true">{bills.length}</span> : null}
    </span>
  )
}
