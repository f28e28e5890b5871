import type { OfficeUser } from '@ledger/contracts/http/responses.ts'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { VerificationAlarm } from '../../audit/frame/verification-alarm.tsx'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { LazyComponent } from '../../shared/design/lazy-component.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { DashboardHeader } from '../../shared/design/page/dashboard-header.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { useOfficeSession } from '../../shared/session/use-office-session.ts'
import { AuditorList, CreateAuditor } from '../people/auditor-list.tsx'
import { CreateIncharge } from '../people/incharge-dialogs.tsx'
import { InchargeList } from '../people/incharge-list.tsx'
import { personFullName } from '../people/person-name.ts'
import { words as peopleWords } from '../people/screen-texts.ts'
import { CreateSupervisor } from '../people/supervisor-dialogs.tsx'
import { SupervisorList } from '../people/supervisor-list.tsx'
import { SendMoneySection } from '../send-money/send-money-section.tsx'
import { RecentCredits } from '../transactions/recent-credits.tsx'
import { CompanyTotals } from './company-totals.tsx'
import { DASHBOARD_SECTIONS } from './dashboard-sections.ts'
import { LazySection, SectionSkeleton } from './lazy-section.tsx'
import { words } from './screen-texts.ts'
import { SectionNav } from './section-nav.tsx'
import { useHiddenOnPhoneClass, useScrollToSection } from './section-visibility.tsx'
import { SitesSection } from './sites-section.tsx'
import { useAdminLogout } from './use-admin-logout.ts'

const loadCompanyCharts = async () => (await import('../reports/company-charts.tsx')).CompanyCharts
const loadLedger = async () => (await import('../reports/account-ledger-section.tsx')).AccountLedgerSection
const loadBeneficiaries = async () => (await import('../reports/beneficiary-report.tsx')).BeneficiaryReportSection
const loadSearch = async () => (await import('../reports/search-everything.tsx')).SearchEverything
const loadMessages = async () => (await import('../reports/contact-messages.tsx')).ContactMessageList

/** `/admin` and its two aliases (§2): the whole of head office on one page on a desk, section by section on a phone. */
export function AdminDashboard() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { admin, error, retry } = useOfficeSession()
  const title = admin?.role === 'auditor' ? t.auditorTitle : t.title
  usePageTitle(title)
  const logout = useAdminLogout()
  const mayChange = admin?.role === 'admin'
  return (
    <div className="min-h-dvh pb-8">
      <DashboardHeader title={title} onLogout={logout.run} leaving={logout.pending}>
        <p className="min-h-5 break-words text-ink-soft text-small">
          {admin === undefined
            ? null
            : admin.role === 'auditor'
              ? `${admin.name} · ${t.auditor}`
              : personAndRole(admin, language)}
        </p>
      </DashboardHeader>
      {admin === undefined ? null : <VerificationAlarm />}
      {error === null ? (
        <div className="mx-auto max-w-6xl lg:grid lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-5 lg:px-4 lg:py-6">
          <SectionNav shown={mayChange ? DASHBOARD_SECTIONS : DASHBOARD_SECTIONS.filter((id) => id !== 'sendMoney')} />
          <main className="min-w-0 p-4 lg:p-0">
            {admin === undefined ? <SectionSkeleton /> : <Sections admin={admin} mayChange={mayChange} />}
          </main>
        </div>
      ) : (
        <main className="mx-auto max-w-6xl">
          <FailedState message={errorMessage(error)} onRetry={retry} />
        </main>
      )}
    </div>
  )
}

function Sections({ admin, mayChange }: { admin: OfficeUser; mayChange: boolean }) {
  const t = useWords(words)
  const sites = useQuery(sitesQuery)
  const sitesByName = useNameOrder(sites.data, personFullName)
  const noOverview = useHiddenOnPhoneClass('overview')
  useScrollToSection()
  return (
    <div className="grid gap-4 md:gap-5">
      <div id="overview" tabIndex={-1} className={`scroll-mt-20 focus-visible:outline-none ${noOverview}`}>
        <CompanyTotals sites={sites.data} />
      </div>
      <div
        className={
          mayChange
            ? 'max-lg:contents lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:items-start lg:gap-5'
            : 'max-lg:contents lg:grid'
        }
      >
        {mayChange ? <SendMoneySection admin={admin} sites={sitesByName} /> : null}
        <LazySection id="recent" title={t.recent}>
          {() => <RecentCredits admin={admin} />}
        </LazySection>
      </div>
      <LazySection id="sites" title={t.sites}>
        {() => <SitesSection admin={admin} query={sites} />}
      </LazySection>
      <LazySection id="pictures" title={t.pictures} height="min-h-[960px]" bare>
        {() => <LoadedSection load={loadCompanyCharts} with={{}} />}
      </LazySection>
      <PeopleSections admin={admin} mayChange={mayChange} />
      <LazySection id="siteLedger" title={t.siteLedger}>
        {() => <LoadedSection load={loadLedger} with={{ of: 'site_incharge' }} />}
      </LazySection>
      <LazySection id="supervisorLedger" title={t.supervisorLedger}>
        {() => <LoadedSection load={loadLedger} with={{ of: 'supervisor' }} />}
      </LazySection>
      <LazySection id="beneficiaries" title={t.beneficiaries} height="min-h-[600px]">
        {() => <LoadedSection load={loadBeneficiaries} with={{}} />}
      </LazySection>
      <LazySection id="search" title={t.searchAll} height="min-h-40">
        {() => <LoadedSection load={loadSearch} with={{ admin }} />}
      </LazySection>
      <LazySection id="messages" title={t.messages} height="min-h-40">
        {() => <LoadedSection load={loadMessages} with={{}} />}
      </LazySection>
      <AuditorSection admin={admin} mayChange={mayChange} />
    </div>
  )
}

/** Each section waits for its own code, not for that of the others. */
function LoadedSection<P extends object>(part: { load(): Promise<ComponentType<P>>; with: P }) {
  return <LazyComponent {...part} waiting={<SectionSkeleton />} />
}

function PeopleSections({ admin, mayChange }: { admin: OfficeUser; mayChange: boolean }) {
  const t = useWords(words)
  const p = useWords(peopleWords)
  const [creating, setCreating] = useState<'incharge' | 'supervisor'>()
  return (
    <>
      <LazySection
        id="incharges"
        title={t.incharges}
        action={mayChange ? <CreateButton onClick={() => setCreating('incharge')}>{p.createUser}</CreateButton> : null}
      >
        {() => <InchargeList admin={admin} />}
      </LazySection>
      <LazySection
        id="supervisors"
        title={t.supervisors}
        action={
          mayChange ? <CreateButton onClick={() => setCreating('supervisor')}>{p.createSupervisor}</CreateButton> : null
        }
      >
        {() => <SupervisorList admin={admin} />}
      </LazySection>
      {creating === 'incharge' ? <CreateIncharge admin={admin} onClose={() => setCreating(undefined)} /> : null}
      {creating === 'supervisor' ? <CreateSupervisor admin={admin} onClose={() => setCreating(undefined)} /> : null}
    </>
  )
}

function AuditorSection({ admin, mayChange }: { admin: OfficeUser; mayChange: boolean }) {
  const t = useWords(words)
  const p = useWords(peopleWords)
  const [creating, setCreating] = useState(false)
  return (
    <>
      <LazySection
        id="auditors"
        title={t.auditors}
        height="min-h-40"
        action={mayChange ? <CreateButton onClick={() => setCreating(true)}>{p.createAuditor}</CreateButton> : null}
      >
        {() => <AuditorList admin={admin} />}
      </LazySection>
      {creating ? <CreateAuditor admin={admin} onClose={() => setCreating(false)} /> : null}
    </>
  )
}

function CreateButton({ onClick, children }: { onClick(): void; children: string }) {
  return (
    <Button kind="secondary" onClick={onClick} className="max-md:w-full">
      <UserPlus className="size-5" aria-hidden="true" />
      {children}
    </Button>
  )
}
