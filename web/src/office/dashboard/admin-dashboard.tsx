import type { OfficeUser } from '@ledger/contracts/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { VerificationAlarm } from '../../audit/frame/verification-alarm.tsx'
import { sitesQuery } from '../../shared/api/office.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Button } from '../../shared/design/button.tsx'
import { Later } from '../../shared/design/later.tsx'
import { Masthead } from '../../shared/design/masthead.tsx'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { Failed } from '../../shared/design/states.tsx'
import { useLanguage } from '../../shared/language/language.ts'
import { whoText } from '../../shared/language/who.ts'
import { useWords } from '../../shared/language/words.ts'
import { useOffice } from '../../shared/session/use-office.ts'
import { Auditors, CreateAuditor } from '../people/auditors.tsx'
import { CreateIncharge } from '../people/incharge-dialogs.tsx'
import { Incharges } from '../people/incharges.tsx'
import { CreateSupervisor } from '../people/supervisor-dialogs.tsx'
import { Supervisors } from '../people/supervisors.tsx'
import { words as peopleWords } from '../people/words.ts'
import { RecentCredits } from '../transactions/recent-credits.tsx'
import { useArrival, useLeftOut } from './on-phone.tsx'
import { Section, WaitingSection } from './section.tsx'
import { SectionNav } from './section-nav.tsx'
import { SECTIONS } from './sections.ts'
import { SendMoney } from './send-money.tsx'
import { Sites } from './sites.tsx'
import { Totals } from './totals.tsx'
import { useAdminLogout } from './use-admin-logout.ts'
import { words } from './words.ts'

const loadPictures = async () => (await import('../reports/pictures.tsx')).CompanyPictures
const loadLedger = async () => (await import('../reports/ledger.tsx')).Ledger
const loadBeneficiaries = async () => (await import('../reports/beneficiaries.tsx')).Beneficiaries
const loadSearch = async () => (await import('../reports/search-all.tsx')).SearchAll
const loadMessages = async () => (await import('../reports/messages.tsx')).Messages

/** `/admin` and its two aliases (§2): the whole of head office on one page on a desk, section by section on a phone. */
export function AdminDashboard() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  usePageTitle(t.title)
  const { admin, error, retry } = useOffice()
  const logout = useAdminLogout()
  const mayChange = admin?.role === 'admin'
  return (
    <div className="min-h-dvh pb-8">
      <Masthead title={t.title} onLogout={logout.run} leaving={logout.pending}>
        <p className="min-h-5 break-words text-ink-soft text-small">
          {admin === undefined
            ? null
            : admin.role === 'auditor'
              ? `${admin.name} · ${t.auditor}`
              : whoText(admin, language)}
        </p>
      </Masthead>
      {admin === undefined ? null : <VerificationAlarm />}
      {error === null ? (
        <div className="mx-auto max-w-6xl lg:grid lg:grid-cols-[176px_minmax(0,1fr)] lg:gap-5 lg:px-4 lg:py-6">
          <SectionNav shown={mayChange ? SECTIONS : SECTIONS.filter((id) => id !== 'sendMoney')} />
          <main className="min-w-0 p-4 lg:p-0">
            {admin === undefined ? <WaitingSection /> : <Sections admin={admin} mayChange={mayChange} />}
          </main>
        </div>
      ) : (
        <main className="mx-auto max-w-6xl">
          <Failed message={messageOf(error)} onRetry={retry} />
        </main>
      )}
    </div>
  )
}

function Sections({ admin, mayChange }: { admin: OfficeUser; mayChange: boolean }) {
  const t = useWords(words)
  const sites = useQuery(sitesQuery)
  const noOverview = useLeftOut('overview')
  useArrival()
  return (
    <div className="grid gap-4 md:gap-5">
      <div id="overview" tabIndex={-1} className={`scroll-mt-20 focus-visible:outline-none ${noOverview}`}>
        <Totals sites={sites.data} />
      </div>
      <div
        className={
          mayChange
            ? 'max-lg:contents lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:items-start lg:gap-5'
            : 'max-lg:contents lg:grid'
        }
      >
        {mayChange ? <SendMoney admin={admin} sites={sites.data} /> : null}
        <Section id="recent" title={t.recent}>
          {() => <RecentCredits admin={admin} />}
        </Section>
      </div>
      <Section id="sites" title={t.sites}>
        {() => <Sites query={sites} />}
      </Section>
      <Section id="pictures" title={t.pictures} height="min-h-[960px]" bare>
        {() => <Part load={loadPictures} with={{}} />}
      </Section>
      <PeopleSections admin={admin} mayChange={mayChange} />
      <Section id="siteLedger" title={t.siteLedger}>
        {() => <Part load={loadLedger} with={{ of: 'site_incharge' }} />}
      </Section>
      <Section id="supervisorLedger" title={t.supervisorLedger}>
        {() => <Part load={loadLedger} with={{ of: 'supervisor' }} />}
      </Section>
      <Section id="beneficiaries" title={t.beneficiaries} height="min-h-[600px]">
        {() => <Part load={loadBeneficiaries} with={{}} />}
      </Section>
      <Section id="search" title={t.searchAll} height="min-h-40">
        {() => <Part load={loadSearch} with={{ admin }} />}
      </Section>
      <Section id="messages" title={t.messages} height="min-h-40">
        {() => <Part load={loadMessages} with={{}} />}
      </Section>
      <AuditorSection admin={admin} mayChange={mayChange} />
    </div>
  )
}

/** Each section waits for its own code, not for that of the others. */
function Part<P extends object>(part: { load(): Promise<ComponentType<P>>; with: P }) {
  return <Later {...part} waiting={<WaitingSection />} />
}

function PeopleSections({ admin, mayChange }: { admin: OfficeUser; mayChange: boolean }) {
  const t = useWords(words)
  const p = useWords(peopleWords)
  const [creating, setCreating] = useState<'incharge' | 'supervisor'>()
  return (
    <>
      <Section
        id="incharges"
        title={t.incharges}
        action={mayChange ? <Create onClick={() => setCreating('incharge')}>{p.createUser}</Create> : null}
      >
        {() => <Incharges admin={admin} />}
      </Section>
      <Section
        id="supervisors"
        title={t.supervisors}
        action={mayChange ? <Create onClick={() => setCreating('supervisor')}>{p.createSupervisor}</Create> : null}
      >
        {() => <Supervisors admin={admin} />}
      </Section>
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
      <Section
        id="auditors"
        title={t.auditors}
        height="min-h-40"
        action={mayChange ? <Create onClick={() => setCreating(true)}>{p.createAuditor}</Create> : null}
      >
        {() => <Auditors admin={admin} />}
      </Section>
      {creating ? <CreateAuditor admin={admin} onClose={() => setCreating(false)} /> : null}
    </>
  )
}

function Create({ onClick, children }: { onClick(): void; children: string }) {
  return (
    <Button kind="secondary" onClick={onClick} className="max-md:w-full">
      <UserPlus className="size-5" aria-hidden="true" />
      {children}
    </Button>
  )
}
