import type { CashBook } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { linesAtHand } from '../../../shared/export/file/buffered-lines.ts'
import type { SheetContent } from '../../../shared/export/file/read-sheet-content.ts'
import { countColumn, moneyColumn, type SheetLine, textColumn } from '../../../shared/export/file/sheet-model.ts'
import { dateOfDayText } from '../../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'

/** Returns the days of a book for paper, and a last line for all of them. */
export function printedCashBook(book: CashBook, language: Language): SheetContent {
  const t = words[language]
  const lines = book.days.map(({ date, isNegative, ...figures }) => {
    const day = dateOfDayText(date, language)
    return figuresLine(isNegative ? `${day}\n${t.below}` : day, figures)
  })
  return {
    sheet: {
      name: 'Cash book',
      columns: [
        // Its last line has a label in the place of a day.
        textColumn(t.date, 20),
        countColumn(t.entries, 10),
        ...[t.opening, t.received, t.spent, t.closing].map((header) => moneyColumn(header, 18)),
      ],
    },
    lines: linesAtHand(lines),
    ending: { bottom: figuresLine(t.period, book) },
  }
}

const figuresLine = (label: string, { entries, opening, in: received, out, closing }: Omit<CashBook, 'days'>) =>
  [label, entries, ...[opening, received, out, closing].map(paiseOf)] satisfies SheetLine
