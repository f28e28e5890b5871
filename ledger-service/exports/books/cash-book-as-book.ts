import type { CashBook, CashBookQuery } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { type SealOfBook, sealInWords } from '@ledger/contracts/labels/seal-labels.ts'
import { formatDay, paymentModeLabel } from '../formats/dates-and-rupees.ts'
import type { Book, BookColumn, BookHead, BookLine } from './book.ts'
import { BOOK_WORDS, type BookWords } from './book-words.ts'
import { periodInWords } from './period-in-words.ts'

/** The account, the site or the company of a cash book, and the filters of the request. */
export interface CashBookOf extends Pick<CashBookQuery, 'from' | 'to' | 'mode'> {
  readonly kind: 'account' | 'site' | 'company'
  readonly name: string
  readonly site: string | null
}

const TITLES: Record<CashBookOf['kind'], (t: BookWords) => Pick<Book, 'title' | 'sheetName'>> = {
  account: (t) => ({ title: t.cashBook, sheetName: t.cashBook }),
  site: (t) => ({ title: t.cashBookOfSite, sheetName: t.cashBookSheetOfSite }),
  company: (t) => ({ title: t.dayBookByDay, sheetName: t.dayBookByDay }),
}

const DAYS_PER_PART = 200

/** Returns the days of an account, a site or the company as a book. */
export function cashBookAsBook(cashBook: CashBook, of: CashBookOf, head: BookHead, seal: SealOfBook): Book {
  const { language } = head
  const t = BOOK_WORDS[language]
  const money = (header: string): BookColumn => ({ header, kind: 'money', width: 18, points: 98 })
  const mode = of.mode === undefined ? t.everyMode : t.ofMode(paymentModeLabel(of.mode, language))
  return {
    ...head,
    ...TITLES[of.kind](t),
    about: [of.kind === 'company' ? t.wholeCompany : of.name, ...(of.site === null ? [] : [of.site]), mode],
    period: periodInWords(of, head),
    seal: sealInWords(seal, language, (day) => formatDay(day, language)),
    proofCode: null,
    columns: [
      { header: t.date, kind: 'day', width: 20, points: 78 },
      // On paper a mark below the date.
      { header: t.below, kind: 'text', width: 14, points: 0 },
      ...[t.openingColumn, t.received, t.paid, t.closingColumn].map(money),
      { header: t.entries, kind: 'count', width: 10, points: 45 },
    ],
    at: { label: 0, in: 3, out: 4, balance: 5 },
    balances: { opening: cashBook.opening, closing: cashBook.closing },
    total: { label: t.total, in: cashBook.in, out: cashBook.out, entries: cashBook.entries },
    totals: null,
    sums: [],
    signatures: [t.preparedBy, t.checkedBy, t.authorisedBy],
    async *lines() {
      for (let at = 0; at < cashBook.days.length; at += DAYS_PER_PART)
        yield cashBook.days.slice(at, at + DAYS_PER_PART).map((day) => dayLine(day, t.belowZero))
    },
  }
}

function dayLine(day: CashBook['days'][number], belowZero: string): BookLine {
  const { date, opening, in: received, out, closing, entries, isNegative } = day
  return [date, isNegative ? belowZero : null, opening, received, out, closing, entries]
}
