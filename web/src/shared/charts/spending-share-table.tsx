import type { AccountSummary } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import type { ReactNode } from 'react'
import { LazyComponent } from '../design/lazy-component.tsx'
import { countText, rupees } from '../language/format-money-and-dates.ts'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props {
  title: string
  column: string
  shares: readonly (AccountSummary['purposes'][number] & { id?: string | null })[]
  /** Renders a name as a link to its entries. */
  nameOf?: ((share: { id: string | null; name: string }) => ReactNode) | undefined
}

const loadAmountBar = () => import('./amount-bar.tsx').then((module) => module.AmountBar)

/** The largest first, each with a bar as long as its share of the largest. The picture is also the table. */
export function SpendingShareTable({ title, column, shares, nameOf }: Props) {
  const t = useWords(words)
  const largest = shares.reduce((most, { amount }) => (paiseOf(amount) > paiseOf(most) ? amount : most), '0.00')
  if (shares.length === 0) return null
  return (
    <section className="rounded-sheet border border-rule bg-sheet p-4 md:p-5">
      <table className="w-full">
        <caption className="pb-2 text-left font-heavy text-lead">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{t.count}</th>
            <th scope="col">{t.spent}</th>
          </tr>
        </thead>
        <tbody className="grid gap-3">
          {shares.map(({ id = null, name, amount, count }) => (
            <tr
              key={name}
              // A tap anywhere in the row, also on its bar, follows the link of its name.
              className="relative flex flex-wrap items-baseline gap-x-3 [&_a]:after:absolute [&_a]:after:inset-0"
            >
              <th
                scope="row"
                className="min-w-0 flex-1 text-left font-strong [overflow-wrap:anywhere] max-[379px]:basis-full"
              >
                {name === '' ? t.others : nameOf ? nameOf({ id, name }) : name}
              </th>
              <td className="figures text-ink-soft text-small max-[379px]:mr-auto">
                {t.entries(count, countText(count))}
              </td>
              <td className="figures text-right font-heavy">{rupees(amount)}</td>
              <td aria-hidden="true" className="w-full pt-1">
                <LazyComponent
                  load={loadAmountBar}
                  with={{ amount, largest, as: name === '' ? 'rest' : 'share' }}
                  waiting={<span className="block h-3" />}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
