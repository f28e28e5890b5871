import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { isZero, rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { personFullName } from '../people/person-and-site-names.ts'
import { PersonBadge } from '../people/person-row.tsx'
import type { SiteRow } from './order-sites.ts'
import { words } from './screen-texts.ts'
import { heldByDeleted, siteWithSupervisors, sumSiteBalances } from './sum-site-balances.ts'

interface Props {
  rows: readonly SiteRow[]
  /** The sites that the total adds up, those that are not shown included. */
  all: readonly SiteRow[]
  onSend: ((siteId: string) => void) | undefined
  /** More rows below the total. */
  children: ReactNode
}

const CELLS = 'grid grid-cols-[minmax(0,1fr)_auto]'

/** The sites on a narrow screen: two folded lines each, with the sum of the balances on the double line. */
export function SitesPhoneTable({ rows, all, onSend, children }: Props) {
  const t = useWords(words)
  const sum = sumSiteBalances(all.map(({ site }) => site))
  return (
    <table className="w-full border-collapse">
      <thead className="sr-only">
        <tr>
          <th scope="col">{t.site}</th>
          <th scope="col">{t.balance}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SiteTableRow key={row.site.id} row={row} onSend={onSend} />
        ))}
      </tbody>
      <tbody>
        <tr className={`${CELLS} font-heavy`}>
          <th scope="row" className="py-3 pr-3 pl-4 text-left font-heavy">
            {t.total}
          </th>
          <td className="py-3 pr-4 pl-3 text-right">
            <span className="figures total-line pb-0.5">{rupees(sum.currentBalance)}</span>
          </td>
        </tr>
      </tbody>
      {children}
    </table>
  )
}

function SiteTableRow({ row: shown, onSend }: { row: SiteRow; onSend: Props['onSend'] }) {
  const { site, supervisors } = shown
  const held = heldByDeleted(shown)
  const t = useWords(words)
  const [isOpen, setOpen] = useState(false)
  const { currentBalance, totalReceived, totalSpent } = site.siteBalance
  const row = (
    <tr className={`${CELLS} border-rule border-b px-4 py-3 align-top`}>
      <th scope="row" className="contents text-left font-normal">
        <span className="block break-words pr-3 text-left font-strong">
          {personFullName(site)}{' '}
          {site.status === 'disabled' ? <PersonBadge tone="debit">{t.disabled}</PersonBadge> : null}
        </span>
        <span className="col-span-2 col-start-1 block break-words text-left text-ink-soft text-small">
          {site.siteName ?? t.noSiteName}
          {DOT_SEPARATOR}
          <span className="figures">{site.mobile}</span>
        </span>
        <span className="mt-0.5 flex flex-wrap gap-x-3 self-center text-left text-small">
          <span className="figures text-credit">{signedRupees(totalReceived, 'credit')}</span>
          <span className="figures text-debit">{signedRupees(totalSpent, 'debit')}</span>
        </span>
      </th>
      <td
        className={`figures col-start-2 row-start-1 text-right font-heavy ${currentBalance.startsWith('-') ? 'text-debit' : ''}`}
      >
        {rupees(currentBalance)}
      </td>
      {onSend === undefined || site.status === 'disabled' ? null : (
        <td className="col-start-2 row-start-3 text-right">
          <button
            type="button"
            aria-label={t.sendTo(personFullName(site))}
            onClick={() => onSend(site.id)}
            className="-mr-3 inline-flex min-h-11 items-center rounded-brick px-3 font-strong underline underline-offset-4"
          >
            {t.sendShort}
          </button>
        </td>
      )}
      {supervisors.length === 0 && isZero(held) ? null : (
        <td className="col-span-2">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 w-full items-center justify-between gap-3 text-left text-small"
          >
            <span className="flex items-center gap-1">
              <ChevronRight className={`size-4 ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true" />
              {t.siteWithSupervisors}
            </span>
            <span className="figures font-heavy">{rupees(siteWithSupervisors(shown))}</span>
          </button>
        </td>
      )}
    </tr>
  )
  if (!isOpen) return row
  return (
    <>
      {row}
      {supervisors.map((one) => (
        <tr key={one.id} className={`${CELLS} border-rule border-b px-4 text-small`}>
          <th scope="row" className="break-words py-2 pr-3 pl-5 text-left font-normal">
            {personFullName(one)}
          </th>
          <td
            className={`figures py-2 text-right ${one.siteBalance.currentBalance.startsWith('-') ? 'font-heavy text-debit' : ''}`}
          >
            {rupees(one.siteBalance.currentBalance)}
          </td>
        </tr>
      ))}
      {isZero(held) ? null : (
        <tr className={`${CELLS} border-rule border-b px-4 text-small`}>
          <th scope="row" className="break-words py-2 pr-3 pl-5 text-left font-normal">
            {t.deletedSupervisors}
          </th>
          <td className={`figures py-2 text-right ${held.startsWith('-') ? 'font-heavy text-debit' : ''}`}>
            {rupees(held)}
          </td>
        </tr>
      )}
    </>
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
