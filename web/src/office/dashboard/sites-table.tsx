import type { SiteUser } from '@ledger/contracts/http/responses.ts'
import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { personFullName } from '../people/person-name.ts'
import { words } from './screen-texts.ts'
import { sumSiteBalances } from './sum-site-balances.ts'

/**
 * The table of the sites: one line each, with the sum of the balances on the double line. On a phone a line folds to
 * two.
 */
export function SitesTable({ sites }: { sites: readonly SiteUser[] }) {
  const t = useWords(words)
  const sum = sumSiteBalances(sites)
  return (
    <table className="w-full border-collapse">
      <thead className="max-md:sr-only">
        <tr className="border-rule border-b text-left text-ink-soft text-small">
          <th scope="col" className="py-2 pr-3 pl-5 font-normal">
            {t.incharge}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            {t.received}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            {t.spent}
            <span className="block">{t.withTransfers}</span>
          </th>
          <th scope="col" className="py-2 pr-5 pl-3 text-right font-normal">
            {t.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {sites.map((site) => (
          <SiteRow key={site.id} site={site} />
        ))}
      </tbody>
      <tfoot>
        <tr className="font-heavy max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto]">
          <th scope="row" className="py-3 pr-3 pl-4 text-left font-heavy md:pl-5">
            {t.total}
          </th>
          <td className="figures px-3 text-right max-md:hidden">{rupees(sum.totalReceived)}</td>
          <td className="figures px-3 text-right max-md:hidden">{rupees(sum.totalSpent)}</td>
          <td className="py-3 pr-4 pl-3 text-right md:pr-5">
            <span className="figures total-line pb-0.5">{rupees(sum.currentBalance)}</span>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function SiteRow({ site }: { site: SiteUser }) {
  const t = useWords(words)
  const { currentBalance, totalReceived, totalSpent } = site.siteBalance
  return (
    <tr className="border-rule border-b align-top max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-3">
      <th scope="row" className="w-full max-w-0 py-3 pr-3 pl-5 text-left font-normal max-md:contents">
        <span className="block break-words font-strong max-md:pr-3">{personFullName(site)}</span>
        <span className="block break-words text-ink-soft text-small max-md:col-span-2 max-md:col-start-1">
          {site.siteName ?? t.noSiteName}
          {DOT_SEPARATOR}
          <span className="figures">{site.mobile}</span>
        </span>
        <span className="col-span-2 mt-0.5 flex flex-wrap gap-x-3 text-small md:hidden">
          <span className="figures text-credit">{signedRupees(totalReceived, 'credit')}</span>
          <span className="figures text-debit">{signedRupees(totalSpent, 'debit')}</span>
        </span>
      </th>
      <td className="figures px-3 py-3 text-right text-credit max-md:hidden">{rupees(totalReceived)}</td>
      <td className="figures px-3 py-3 text-right text-debit max-md:hidden">{rupees(totalSpent)}</td>
      <td
        className={`figures text-right font-heavy max-md:col-start-2 max-md:row-start-1 md:border-rule md:border-l md:py-3 md:pr-5 md:pl-3 ${currentBalance.startsWith('-') ? 'text-debit' : ''}`}
      >
        {rupees(currentBalance)}
      </td>
    </tr>
  )
}

export function SitesSkeleton() {
  return (
    <div>
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex justify-between border-rule border-b px-5 py-3 last:border-b-0">
          <span className="grid gap-2">
            <SkeletonBar className="h-5 w-36" />
            <SkeletonBar className="h-4 w-48" />
          </span>
          <SkeletonBar className="h-6 w-24" />
        </div>
      ))}
    </div>
  )
}
