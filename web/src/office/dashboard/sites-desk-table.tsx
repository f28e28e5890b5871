import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { dateText, isZero, rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { personFullName } from '../people/person-and-site-names.ts'
import { PersonBadge } from '../people/person-row.tsx'
import type { SiteRow } from './order-sites.ts'
import { words } from './screen-texts.ts'
import { heldByDeleted, siteWithSupervisors, sumSiteBalances } from './sum-site-balances.ts'
import { DeletedSupervisorsRow, SupervisorBalanceRow } from './supervisor-rows.tsx'

interface Props {
  rows: readonly SiteRow[]
  /** The sites that the total adds up, those that are not shown included. */
  all: readonly SiteRow[]
  onSend: ((siteId: string) => void) | undefined
  /** More rows below the total. */
  children: ReactNode
}

const FIGURE_HEAD = 'px-2 py-1.5 text-right align-bottom font-normal'
const FIGURE = 'figures h-9 px-2 text-right'

/** The sites at a desk: each with what it has and what it spent lately, and the way to send it money. */
export function SitesDeskTable({ rows, all, onSend, children }: Props) {
  const t = useWords(words)
  const sum = sumSiteBalances(all.map(({ site }) => site))
  const spent = (part: 'spentToday' | 'spentThisWeek') => {
    const known = all.flatMap(({ figures }) => (figures === undefined ? [] : [figures[part]]))
    return known.length < all.length ? null : spentText(sumOfAmounts(known))
  }
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-rule border-b text-left text-ink-soft text-small">
          <th scope="col" className="py-1.5 pr-3 pl-5 font-normal">
            {t.site}
          </th>
          <th scope="col" className={FIGURE_HEAD}>
            {t.siteWithSupervisors}
          </th>
          <th scope="col" className={FIGURE_HEAD}>
            {t.cashWithIncharge}
          </th>
          <th scope="col" className={FIGURE_HEAD}>
            {t.spentToday}
          </th>
          <th scope="col" className={FIGURE_HEAD}>
            {t.spentThisWeek}
          </th>
          <th scope="col" className={FIGURE_HEAD}>
            {t.lastEntry}
          </th>
          {onSend === undefined ? null : (
            <th scope="col">
              <span className="sr-only">{t.send}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SiteDeskRow key={row.site.id} row={row} onSend={onSend} />
        ))}
      </tbody>
      <tbody>
        <tr className="font-heavy">
          <th scope="row" className="h-11 pr-3 pl-5 text-left font-heavy">
            {t.total}
          </th>
          <td className={FIGURE}>
            <span className="total-line pb-0.5">{rupees(sumOfAmounts(all.map(siteWithSupervisors)))}</span>
          </td>
          <td className={FIGURE}>
            <span className="total-line pb-0.5">{rupees(sum.currentBalance)}</span>
          </td>
          <td className={FIGURE}>{spent('spentToday')}</td>
          <td className={FIGURE}>{spent('spentThisWeek')}</td>
        </tr>
      </tbody>
      {children}
    </table>
  )
}

const spentText = (amount: string) => (isZero(amount) ? '–' : signedRupees(amount, 'debit'))

function SiteDeskRow({ row: shown, onSend }: { row: SiteRow; onSend: Props['onSend'] }) {
  const { site, figures, supervisors } = shown
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [isOpen, setOpen] = useState(false)
  const { currentBalance } = site.siteBalance
  const withSupervisors = siteWithSupervisors(shown)
  const held = heldByDeleted(shown)
  const columns = onSend === undefined ? 6 : 7
  const row = (
    <tr className="border-rule border-b hover:bg-ground">
      <th scope="row" className="w-full max-w-0 pr-3 pl-1 text-left font-normal">
        <span className="flex items-center">
          {supervisors.length === 0 && isZero(held) ? (
            <span className="w-8 shrink-0" />
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={t.supervisorsOf(site.siteName ?? personFullName(site))}
              onClick={() => setOpen(!isOpen)}
              className="grid size-8 shrink-0 place-items-center"
            >
              <ChevronRight className={`size-4 ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true" />
            </button>
          )}
          <SiteName site={site} />
        </span>
      </th>
      <td className={`${FIGURE} font-heavy ${withSupervisors.startsWith('-') ? 'text-debit' : ''}`}>
        {rupees(withSupervisors)}
      </td>
      <td className={`${FIGURE} ${currentBalance.startsWith('-') ? 'font-heavy text-debit' : ''}`}>
        {rupees(currentBalance)}
      </td>
      <td className={FIGURE}>{figures === undefined ? null : spentText(figures.spentToday)}</td>
      <td className={FIGURE}>{figures === undefined ? null : spentText(figures.spentThisWeek)}</td>
      <td className={`${FIGURE} text-ink-soft text-small`}>
        {figures === undefined ? null : figures.lastEntryOn === null ? '–' : dateText(figures.lastEntryOn, language)}
      </td>
      {onSend === undefined ? null : (
        <td className="pr-3 pl-1 text-right">
          {site.status === 'disabled' ? null : (
            <button
              type="button"
              aria-label={t.sendTo(personFullName(site))}
              onClick={() => onSend(site.id)}
              className="h-8 rounded-brick border border-edge bg-sheet px-3 font-strong text-small hover:border-ink"
            >
              {t.sendShort}
            </button>
          )}
        </td>
      )}
    </tr>
  )
  if (!isOpen) return row
  return (
    <>
      {row}
      {supervisors.map((one) => (
        <SupervisorBalanceRow key={one.id} supervisor={one} columns={columns} />
      ))}
      {isZero(held) ? null : <DeletedSupervisorsRow held={held} columns={columns} />}
    </>
  )
}

/** The incharge's name, which leads to the book, above the name of the site. Neither is cut. */
function SiteName({ site }: { site: SiteUser }) {
  const t = useWords(words)
  return (
    <span className="block min-w-0 py-1 leading-5 [overflow-wrap:anywhere]">
      <Link
        to="/admin/ledgers"
        search={{ site: site.id }}
        className="font-strong underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {personFullName(site)}
      </Link>{' '}
      {site.status === 'disabled' ? <PersonBadge tone="debit">{t.disabled}</PersonBadge> : null}
      <span className="block text-ink-soft text-small leading-4">{site.siteName ?? t.noSiteName}</span>
    </span>
  )
}
