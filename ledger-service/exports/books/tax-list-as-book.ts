import type { TaxList } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'
import type { Book, BookColumn, BookHead, BookLine } from './book.ts'
import { BOOK_WORDS } from './book-words.ts'
import { periodInWords } from './period-in-words.ts'

const PARTIES_PER_PART = 200

/**
 * Returns the list for tax of a period as a book: a line for each party, below it one for each of its days of cash
 * above the limit, and at the end the sum of what the parties were paid.
 */
export function taxListAsBook(
  list: TaxList,
  period: { from: string | undefined; to: string | undefined },
  head: BookHead,
): Book {
  const t = BOOK_WORDS[head.language]
  const text = (header: string, width: number, points: number): BookColumn => ({ header, kind: 'text', width, points })
  const money = (header: string): BookColumn => ({ header, kind: 'money', width: 18, points: 84 })
  return {
    ...head,
    title: t.taxList,
    sheetName: t.taxListSheet,
    about: [t.wholeCompany],
    period: periodInWords(period, head),
    seal: null,
    proofCode: null,
    columns: [
      text(t.party, 34, 170),
      text(t.pan, 14, 70),
      money(t.paidInPeriod),
      money(t.paidSinceApril),
      money(t.largestPayment),
      text(t.above, 30, 110),
      { header: t.cashDay, kind: 'day', width: 14, points: 72 },
      money(t.cashOfDay),
    ],
    at: { label: 0, in: 2, out: 4, balance: 2 },
    balances: null,
    none: t.noneAboveLimits,
    total: null,
    totals: [t.total, null, sumOfAmounts(list.map(({ total }) => total)), null, null, null, null, null],
    sums: [],
    signatures: [t.preparedBy, t.checkedBy, t.authorisedBy],
    async *lines() {
      for (let at = 0; at < list.length; at += PARTIES_PER_PART)
        yield list.slice(at, at + PARTIES_PER_PART).flatMap((party) => partyLines(party, head.language))
    },
  }
}

function partyLines(
  { beneficiary: { name }, pan, total, sinceApril, largest, cashDays, over }: TaxList[number],
  language: Language,
): BookLine[] {
  const t = BOOK_WORDS[language]
  const above = { single: t.aboveSingle, year: t.aboveYear, cash: t.aboveCash }
  return [
    [name, pan, total, sinceApril, largest, over.map((kind) => above[kind]).join(', '), null, null],
    ...cashDays.map(({ date, amount }): BookLine => [name, pan, null, null, null, above.cash, date, amount]),
  ]
}
