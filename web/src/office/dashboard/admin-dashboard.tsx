import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { VerificationAlarm } from '../../audit/frame/verification-alarm.tsx'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { useOfficeSession } from '../../shared/session/use-office-session.ts'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { personFullName } from '../people/person-and-site-names.ts'
import { SendMoneyPanel } from '../send-money/send-money-panel.tsx'
import { SendMoneySection } from '../send-money/send-money-section.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { RecentCredits } from '../transactions/recent-credits.tsx'
import { CompanyTotals } from './company-totals.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { pageOfFragment } from './page-of-section.ts'
import { words } from './screen-texts.ts'
import { SitesSection } from './sites-section.tsx'
import { Worklists } from './worklists.tsx'

/**
 * `/admin` and its two aliases (§2), named Today in the menu: the figures of the company, the sites that need money,
 * what there is to look at, the recent credits and the form that sends. The other sections of §2 have pages of their
 * own, to which their old addresses lead.
 */
export function AdminDashboard(): ReactNode {
  const t = useWords(words)
  const { admin, error, retry } = useOfficeSession()
  const hash = useLocation({ select: (location) => location.hash })
  const title = admin?.role === 'auditor' ? t.auditorTitle : admin?.role === 'accountant' ? t.accountantTitle : t.title
  usePageTitle(title)
  const moved = pageOfFragment(hash)
  if (moved !== undefined) return <Navigate to={moved} hash={hash} replace />
  return (
    <div className="pb-8">
      <DashboardHead title={title} user={admin} />
      {admin === undefined ? null : <VerificationAlarm />}
      <main className="p-4 lg:px-6">
        {error !== null ? (
          <FailedState message={errorMessage(error)} onRetry={retry} />
        ) : admin === undefined ? (
          <SectionSkeleton />
        ) : (
          <Sections admin={admin} />
        )}
      </main>
    </div>
  )
}

function Sections({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const sites = useQuery(sitesQuery)
  const sitesByName = useNameOrder(sites.data, personFullName)
  const [receiver, setReceiver] = useState<string>()
  const mayChange = admin.role === 'admin'
  return (
    <div className="grid gap-4">
      <div id="overview" className="scroll-mt-4">
        <CompanyTotals sites={sites.data} />
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_15rem] lg:items-start lg:gap-5">
        <PageSection id="sites" title={t.sites}>
          <SitesSection admin={admin} query={sites} onSend={mayChange ? setReceiver : undefined} />
        </PageSection>
        <Worklists />
      </div>
      <div
        className={`grid gap-4 lg:items-start lg:gap-5 ${mayChange ? 'lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]' : ''}`}
      >
        <PageSection id="recent" title={t.recent}>
          <RecentCredits admin={admin} />
        </PageSection>
        {mayChange ? <SendMoneySection admin={admin} sites={sitesByName} /> : null}
      </div>
      {receiver === undefined ? null : (
        <SendMoneyPanel
          key={receiver}
          admin={admin}
          sites={sitesByName ?? []}
          to={receiver}
          onClose={() => setReceiver(undefined)}
        />
      )}
    </div>
  )
}
