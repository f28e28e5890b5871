import { dayOf } from '@ledger/contracts/dates.ts'
import { formatDay } from '../formats/dates-and-rupees.ts'
import type { BookHead } from './book.ts'
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
