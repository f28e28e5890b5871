import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { orderSites } from '../dashboard/order-sites.ts'
import { useIsShortOfCash } from '../dashboard/use-is-short-of-cash.ts'
import { personFullName } from '../people/person-and-site-names.ts'
import { SendMoneyPanel } from '../send-money/send-money-panel.tsx'
import { words } from './screen-texts.ts'

/** The most sites that stand above the entries; Today has all of them. */
const MOST_SITES = 10

/** The sites that are short of cash, the lowest balance first, each with the way to send it money. */
export function SitesShortOfCash({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const { data: sites = [] } = useQuery(sitesQuery)
  const isShort = useIsShortOfCash()
  const [receiver, setReceiver] = useState<string>()
  const short = orderSites(
    sites.filter((site) => site.status === 'active' && isShort(site)).map((site) => ({ site, figures: undefined })),
    'need',
    isShort,
  )
  return (
    <>
      <ul aria-label={t.lowCash} className="flex flex-wrap gap-2 px-4 pb-2 print:hidden">
        {short.slice(0, MOST_SITES).map(({ site }) => (
          <li
            key={site.id}
            className="flex items-center gap-2 rounded-brick border border-rule pr-1 pl-3 text-small max-lg:w-full"
          >
            <Link
              to="/admin/ledgers"
              search={{ site: site.id }}
              className="font-strong underline decoration-edge underline-offset-4 hover:decoration-ink max-lg:min-w-0 max-lg:flex-1"
            >
              {site.siteName ?? personFullName(site)}
            </Link>
            <span
              className={`figures font-heavy ${site.siteBalance.currentBalance.startsWith('-') ? 'text-debit' : ''}`}
            >
              {rupees(site.siteBalance.currentBalance)}
            </span>
            {admin.role === 'admin' ? (
              <button
                type="button"
                aria-label={t.sendTo(personFullName(site))}
                onClick={() => setReceiver(site.id)}
                className="min-h-11 rounded-brick px-2 font-strong underline underline-offset-4 lg:min-h-8"
              >
                {t.send}
              </button>
            ) : null}
          </li>
        ))}
        {short.length > MOST_SITES ? (
          <li className="self-center">
            <Link to="/admin" hash="sites" className="font-strong text-small underline underline-offset-4">
              {t.allSites}
            </Link>
          </li>
        ) : null}
      </ul>
      {receiver === undefined ? null : (
        <SendMoneyPanel
          key={receiver}
          admin={admin}
          sites={sites}
          to={receiver}
          onClose={() => setReceiver(undefined)}
        />
      )}
    </>
  )
}
