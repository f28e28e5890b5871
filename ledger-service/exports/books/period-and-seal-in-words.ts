import { dayOf } from '@ledger/contracts/dates.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { formatDay } from '../formats/dates-and-rupees.ts'
import type { BookHead, BookSeal } from './book.ts'
import { BOOK_WORDS } from './book-words.ts'

/** Returns the period of a book in words. One without an end has its entries up to the day on which it is made. */
export function periodInWords(
  { from, to }: { from?: string | null | undefined; to?: string | null | undefined },
  { language, madeAt }: BookHead,
): string {
  const t = BOOK_WORDS[language]
  return t.period(
    from ? formatDay(from, language) : t.beginning,
    to ? formatDay(to, language) : t.today(formatDay(dayOf(madeAt), language)),
  )
}

/** The beginning of a root, enough to tell one seal from another. */
const ROOT_DIGITS = 16

/** Returns how far the period of a book is closed, in words. */
export function sealInWords(seal: BookSeal, language: Language): string {
  const t = BOOK_WORDS[language]
  if (seal.state === 'sealed') return t.sealed(formatDay(seal.upTo, language), seal.root.slice(0, ROOT_DIGITS))
  return { open: t.notClosed, closed: t.closedWithoutSeal, sealing: t.beingSealed, differs: t.differsFromSeal }[
    seal.state
  ]
}
