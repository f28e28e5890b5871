import type { CashBook } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { countText, dayText, rupees } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import type { CompanyTransactionFilter } from '../../api/transaction-queries.ts'
import { FilteredTransactionsLink } from '../../transactions/filtered-transactions-link.tsx'
import { words } from './screen-texts.ts'

interface Props {
  book: CashBook
  /** The filter of the list that shows the entries of a day, without the day. */
  entries: Partial<CompanyTransactionFilter>
}

/** The days of a book, and a last line for all of them. A day leads to its entries. */
export function CashBookTable({ book, entries }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const below = book.days.filter(({ isNegative }) => isNegative).length
  return (
    <>
      <p className="px-4 pb-3 text-ink-soft text-small md:px-5">
        {book.days.length === 0 ? t.stayed : t.days(countText(book.days.length))}
        {below === 0 ? null : <strong className="ml-2 text-debit">{t.daysBelow(countText(below))}</strong>}
      </p>
      <table className="w-full text-small">
        <thead>
          <tr className="border-rule border-y text-ink-soft">
            <th scope="col" className="px-4 py-2 text-left font-strong md:px-5">
              {t.date}
            </th>
            <FigureHead wide>{t.opening}</FigureHead>
            <FigureHead wide>{t.received}</FigureHead>
            <FigureHead wide>{t.spent}</FigureHead>
            <FigureHead>{t.closing}</FigureHead>
            <FigureHead wide>{t.entries}</FigureHead>
          </tr>
        </thead>
        <tbody>
          {book.days.map((day) => (
            <tr key={day.date} className="border-rule border-b hover:bg-wash">
              <th scope="row" className="px-4 text-left font-normal md:px-5">
                <FilteredTransactionsLink filter={{ ...entries, from: day.date, to: day.date }}>
                  {dayText(day.date, language)}
                </FilteredTransactionsLink>
                <NarrowFigures {...day} />
              </th>
              <Figures {...day} isNegative={day.isNegative} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-heavy">
            <th scope="row" className="px-4 py-2.5 text-left md:px-5">
              {t.period}
              <NarrowFigures {...book} />
            </th>
            <Figures {...book} isNegative={book.closing.startsWith('-')} />
          </tr>
        </tfoot>
      </table>
    </>
  )
}

function FigureHead({ children, wide = false }: { children: string; wide?: boolean }) {
  return (
    <th scope="col" className={`px-2 py-2 text-right font-strong last:pr-5 ${wide ? 'max-md:hidden' : 'max-md:pr-4'}`}>
      {children}
    </th>
  )
}

type BookFigures = Omit<CashBook, 'days'>

function Figures({ opening, in: received, out, closing, entries, isNegative }: BookFigures & { isNegative: boolean }) {
  const t = useWords(words)
  return (
    <>
      <td className="figures px-2 text-right text-ink-soft max-md:hidden">{rupees(opening)}</td>
      <td className="figures px-2 text-right max-md:hidden">{rupees(received)}</td>
      <td className="figures px-2 text-right max-md:hidden">{rupees(out)}</td>
      <td className={`figures px-2 text-right font-strong max-md:pr-4 ${isNegative ? 'text-debit' : ''}`}>
        {rupees(closing)}
        {isNegative ? <span className="sr-only">{t.below}</span> : null}
      </td>
      <td className="figures px-2 text-right text-ink-soft last:pr-5 max-md:hidden">{countText(entries)}</td>
    </>
  )
}

/** The figures for which a phone has no columns. */
function NarrowFigures({ in: received, out }: BookFigures) {
  const t = useWords(words)
  return (
    <span className="block pb-2 font-normal text-ink-soft md:hidden">
      {t.received} <span className="figures">{rupees(received)}</span>
      <br />
      {t.spent} <span className="figures">{rupees(out)}</span>
    </span>
  )
}
