import type { ReactNode } from 'react'
import { LazyComponent } from '../design/lazy-component.tsx'
import { SkeletonBar } from '../design/loading-empty-failed.tsx'
import { rupees } from '../language/format-money-and-dates.ts'
import { useWords } from '../language/in-both-languages.ts'
import { useLanguage } from '../language/language-setting.ts'
import { monthText } from '../language/month-text.ts'
import type { MonthSums } from './month-column-chart.tsx'
import { words } from './screen-texts.ts'

/** The most columns that fit a phone. The newest months are drawn, and the table has all of them. */
const MAX_MONTHS_DRAWN = 12

/** The chart library loads when a picture comes into view. The table needs none. */
const loadColumnChart = () => import('./month-column-chart.tsx').then((module) => module.MonthColumnChart)

interface Props {
  months: readonly MonthSums[]
  note: string
  /** Renders the name of a month, `2026-04`, as a link to its entries. */
  nameOf?: ((month: string, text: string) => ReactNode) | undefined
  /** Opens the entries of a month whose columns were tapped. */
  openMonth?: ((month: string) => void) | undefined
}

/**
 * Money in and money out of each month, side by side. The figures are in a table: beside the picture on a desk, below
 * it on paper, and collapsed below it on a phone.
 */
export function MonthChartAndTable({ months, note, nameOf, openMonth }: Props) {
  const t = useWords(words)
  const drawn = months.slice(-MAX_MONTHS_DRAWN)
  return (
    <section className="rounded-sheet border border-rule bg-sheet p-4 md:p-5 lg:col-span-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-3">
        <h2 className="font-heavy text-lead">{t.byMonth}</h2>
        <p className="flex flex-wrap gap-x-4 text-small" aria-hidden="true">
          <span className="flex items-center gap-1.5">
            <span className="size-3 rounded-[2px] border-2 border-credit" />
            {t.received}
          </span>
          <span className="flex items-center gap-1.5">
            <span className="size-3 rounded-[2px] bg-debit" />
            {t.spent}
          </span>
        </p>
      </div>
      <p className="-mt-2 pb-3 text-ink-soft text-small">
        {note}
        {months.length > MAX_MONTHS_DRAWN ? ` ${t.newestDrawn(String(MAX_MONTHS_DRAWN))}` : null}
      </p>
      <div className="lg:grid lg:grid-cols-[3fr_2fr] lg:gap-8">
        <div className="h-52 md:h-72">
          <LazyComponent
            load={loadColumnChart}
            with={{ months: drawn, label: t.byMonthPicture(String(drawn.length)), openMonth }}
            waiting={<SkeletonBar className="h-full w-full" />}
          />
        </div>
        <div className="max-lg:hidden print:block">
          <MonthTable months={months} nameOf={nameOf} />
        </div>
      </div>
      <details className="mt-2 lg:hidden print:hidden">
        <summary className="flex min-h-11 items-center font-strong underline underline-offset-4">{t.table}</summary>
        <MonthTable months={months} nameOf={nameOf} />
      </details>
    </section>
  )
}

function MonthTable({ months, nameOf = (_, text) => text }: Pick<Props, 'months' | 'nameOf'>) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  return (
    <table className="w-full">
      <caption className="sr-only">{t.byMonth}</caption>
      <thead>
        <tr className="border-rule border-b text-ink-soft text-small">
          <th scope="col" className="py-2 text-left font-strong">
            {t.monthColumn}
          </th>
          <th scope="col" className="py-2 text-right font-strong">
            {t.received}
          </th>
          <th scope="col" className="py-2 text-right font-strong">
            {t.spent}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, received, spent }) => (
          <tr key={month} className="border-rule border-b">
            <th scope="row" className="py-2 pr-2 text-left font-strong">
              {nameOf(month, monthText(month, language))}
            </th>
            <td className="figures py-2 text-right text-credit">{rupees(received)}</td>
            <td className="figures py-2 pl-3 text-right text-debit">{rupees(spent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
