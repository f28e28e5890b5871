import type { CompanySummary } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { LazyComponent } from '../../shared/design/lazy-component.tsx'
import { useIsPrinting } from '../../shared/design/use-is-printing.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { FilteredTransactionsLink } from '../transactions/filtered-transactions-link.tsx'
import { words } from './screen-texts.ts'

type SiteSummary = CompanySummary['sites'][number]

/** The number of sites shown at first. */
const SITES_SHOWN_FIRST = 6

const loadAmountBar = () => import('../../shared/charts/amount-bar.tsx').then((module) => module.AmountBar)

/**
 * Sent (outlined) above spent (filled) for each site, the one with the most money first. The picture is also the table.
 */
export function SiteBarChart({ sites }: { sites: readonly SiteSummary[] }) {
  const t = useWords(words)
  const [all, setAll] = useState(false)
  const isPrinting = useIsPrinting()
  const sorted = sites.toSorted((a, b) => paiseOf(b.received) - paiseOf(a.received))
  const largest = sites
    .flatMap(({ received, spent }) => [received, spent])
    .reduce((most, amount) => (paiseOf(amount) > paiseOf(most) ? amount : most), '0.00')
  if (sites.length === 0) return null
  return (
    <section className="rounded-sheet border border-rule bg-sheet p-4 md:p-5">
      <table className="w-full">
        <caption className="pb-3 text-left">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-heavy text-lead">{t.bySite}</span>
            <span className="flex flex-wrap gap-x-4 text-small" aria-hidden="true">
              <span className="flex items-center gap-1.5">
                <span className="size-3 rounded-[2px] border-2 border-credit" />
                {t.sent}
              </span>
              <span className="flex items-center gap-1.5">
                <span className="size-3 rounded-[2px] bg-debit" />
                {t.spentAndPassed}
              </span>
            </span>
          </span>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t.site}</th>
            <th scope="col">{t.sent}</th>
            <th scope="col">{t.spentAndPassed}</th>
            <th scope="col">{t.noBill}</th>
          </tr>
        </thead>
        <tbody className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          {(all || isPrinting ? sorted : sorted.slice(0, SITES_SHOWN_FIRST)).map((site) => (
            <SiteBarRow key={site.id} site={site} largest={largest} />
          ))}
        </tbody>
      </table>
      {sorted.length > SITES_SHOWN_FIRST ? (
        <Button kind="quiet" className="mt-3 w-full" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.fewer : t.more}
        </Button>
      ) : null}
    </section>
  )
}

function SiteBarRow({ site, largest }: { site: SiteSummary; largest: string }) {
  const t = useWords(words)
  const { count, amount } = site.withoutBill
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3">
      <th scope="row" className="col-span-2 break-words text-left font-strong">
        <FilteredTransactionsLink filter={{ account: site.id }}>{site.siteName ?? site.name}</FilteredTransactionsLink>
        {site.siteName === null ? null : <span className="ml-2 font-normal text-ink-soft text-small">{site.name}</span>}
      </th>
      <td className="figures order-2 text-right text-credit text-small">{rupees(site.received)}</td>
      <td className="figures order-4 text-right text-debit text-small">{rupees(site.spent)}</td>
      <td aria-hidden="true" className="order-1 self-center">
        <LazyComponent
          load={loadAmountBar}
          with={{ amount: site.received, largest, as: 'received' }}
          waiting={<span className="block h-3" />}
        />
      </td>
      <td aria-hidden="true" className="order-3 self-center">
        <LazyComponent
          load={loadAmountBar}
          with={{ amount: site.spent, largest, as: 'spent' }}
          waiting={<span className="block h-3" />}
        />
      </td>
      <td className="order-5 col-span-2 text-small">
        {count === 0 ? (
          <span className="text-ink-soft">{t.allWithBill}</span>
        ) : (
          <FilteredTransactionsLink filter={{ account: site.id, type: 'debit', bill: 'without' }}>
            <span className="figures">{t.withoutBill(rupees(amount), countText(count))}</span>
          </FilteredTransactionsLink>
        )}
      </td>
    </tr>
  )
}
