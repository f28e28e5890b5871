import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { periodSearch } from '../../shared/period/period-in-address.ts'
import { ClosingSection } from '../books/closing-section.tsx'
import { YearCertificateSection } from '../certificate/year-certificate-section.tsx'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { AccountLedgerSection } from '../reports/account-ledger-section.tsx'
import { CashBookSection } from '../reports/cash-book/cash-book-section.tsx'
import { CashCountsSection } from '../reports/cash-counts/cash-counts-section.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'
import { StatementSection } from '../statements/statement-section.tsx'
import { WHOLE_COMPANY } from '../statements/statement-subject-in-address.ts'
import { TallySection } from '../tally/tally-section.tsx'
import { TaxListSection } from '../tax/tax-list-section.tsx'

const ledgersRoute = getRouteApi('/admin/ledgers')

/**
 * The two sections of §2 and the other books, each at its fragment: one is shown at a time, as long as the page.
 */
const BOOKS = [
  { id: 'siteLedger', of: 'site_incharge', param: 'site' },
  { id: 'supervisorLedger', of: 'supervisor', param: 'supervisor' },
  { id: 'statements', of: undefined, param: 'account' },
  { id: 'cashBook', of: undefined, param: 'account' },
  { id: 'cashCounts', of: undefined, param: 'account' },
  { id: 'taxList', of: undefined, param: 'account' },
  { id: 'closing', of: undefined, param: 'account' },
  { id: 'certificate', of: undefined, param: 'account' },
  { id: 'tally', of: undefined, param: 'account' },
] as const

/** `/admin/ledgers`: the book of a site, or of a supervisor, for a period; entry by entry, or day by day. */
export function LedgersPage(): ReactNode {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const search = ledgersRoute.useSearch()
  const navigate = ledgersRoute.useNavigate()
  const shown = useLocation({ select: ({ hash }) => BOOKS.find(({ id }) => id === hash) ?? BOOKS[0] })
  const { from = '', to = '', ...chosen } = search
  const change = (changed: typeof search) =>
    void navigate({ search: changed, hash: true, replace: true, resetScroll: false })
  const periodBar = (
    <PeriodBar period={{ from, to }} onChange={(period) => change({ ...chosen, ...periodSearch(period) })} />
  )
  return (
    <OfficePage title={t.ledgers}>
      {(user) => (
        <>
          <nav aria-label={t.ledgers} className="flex flex-wrap gap-2 print:hidden">
            {BOOKS.map(({ id }) => (
              <Link
                key={id}
                to="/admin/ledgers"
                search={search}
                hash={id}
                replace
                resetScroll={false}
                activeOptions={{ includeHash: true, exact: true }}
                aria-current={id === shown.id ? 'true' : undefined}
                className="inline-flex min-h-11 items-center rounded-brick border border-edge bg-sheet px-4 font-strong aria-[current]:border-accent-line aria-[current]:bg-wash lg:min-h-10"
              >
                {s[id]}
              </Link>
            ))}
          </nav>
          <PageSection key={shown.id} id={shown.id} title={s[shown.id]}>
            {shown.id === 'closing' ? (
              <ClosingSection user={user} />
            ) : shown.id === 'statements' ? (
              <StatementSection
                key={JSON.stringify(search)}
                subject={search.of ?? WHOLE_COMPANY}
                onChoose={(of) => change({ ...search, of })}
                period={{ from, to }}
                periodBar={periodBar}
              />
            ) : shown.id === 'cashCounts' ? (
              <CashCountsSection />
            ) : shown.id === 'certificate' ? (
              <YearCertificateSection />
            ) : shown.id === 'taxList' ? (
              <TaxListSection user={user} period={{ from, to }} periodBar={periodBar} />
            ) : shown.id === 'tally' ? (
              <TallySection user={user} />
            ) : shown.of === undefined ? (
              <CashBookSection search={search} onChange={change} periodBar={periodBar} />
            ) : (
              <AccountLedgerSection
                of={shown.of}
                chosen={chosen[shown.param]}
                onChoose={(id) => change({ ...search, [shown.param]: id })}
                period={{ from, to }}
                periodBar={periodBar}
              />
            )}
          </PageSection>
        </>
      )}
    </OfficePage>
  )
}
