import type { OfficeUser, SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { IncompletePrintNote } from '../../shared/design/incomplete-print-note.tsx'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { PrintedScreenHead } from '../../shared/export/print/use-print-preview.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { inchargePages, supervisorPages } from '../api/people-queries.ts'
import { beneficiaryPages } from '../api/report-queries.ts'
import {
  companyTransactionTotalsQuery,
  NO_COMPANY_FILTER,
  newestTransactionsQuery,
} from '../api/transaction-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { useSearchWordsInUrl } from '../controls/use-search-words-in-url.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { COMPANY_COLUMNS } from '../entry-table/column-ids.ts'
import { EntryTable } from '../entry-table/entry-table.tsx'
import { personFullName } from '../people/person-and-site-names.ts'
import { PersonRow } from '../people/person-row.tsx'
import { CompanyTransactionRow } from '../transactions/company-transaction-row.tsx'
import { parseCompanyFilter } from '../transactions/company-transaction-search-params.ts'
import { useCompanyEntryDialogs } from '../transactions/use-company-entry-dialogs.tsx'
import { BeneficiaryRow } from './beneficiary-report.tsx'
import { words } from './screen-texts.ts'

/** The number of results shown per group at a time. */
const RESULTS_PER_GROUP = 8
const RESULTS_PER_GROUP_PARAM = String(RESULTS_PER_GROUP)

/**
 * §2, Search Across All Data: the server searches people, entries and beneficiaries, and the results are shown in
 * groups.
 */
export function SearchEverything({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const { q, typed, type } = useSearchWordsInUrl('q')
  return (
    <>
      <SearchField label={t.searchAll} value={typed} onChange={type} isMain />
      {q === '' ? (
        <p className="px-4 pb-5 text-ink-soft md:px-5">{t.searchAllText}</p>
      ) : (
        <SearchResults q={q} admin={admin} />
      )}
    </>
  )
}

function SearchResults({ q, admin }: { q: string; admin: OfficeUser }) {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const language = useLanguage((state) => state.language)
  const isDesk = useIsDesk()
  const { actionsOf, onOpen, dialog } = useCompanyEntryDialogs(admin)
  const incharges = useInfiniteQuery(inchargePages(q, language, RESULTS_PER_GROUP_PARAM))
  const supervisors = useInfiniteQuery(supervisorPages(q, language, RESULTS_PER_GROUP_PARAM))
  const entries = useQuery(newestTransactionsQuery({ ...NO_COMPANY_FILTER, q }, RESULTS_PER_GROUP))
  const sums = useQuery(companyTransactionTotalsQuery({ ...NO_COMPANY_FILTER, q }))
  const beneficiaries = useInfiniteQuery(beneficiaryPages(q, RESULTS_PER_GROUP_PARAM))
  const all = [incharges, supervisors, entries, sums, beneficiaries]
  const error = all.find((one) => one.error !== null)?.error
  if (error !== undefined && error !== null)
    return (
      <FailedState
        message={errorMessage(error)}
        onRetry={() => {
          for (const one of all) void one.refetch()
        }}
      />
    )
  if (all.some(({ data }) => data === undefined))
    return (
      <p role="status" className="px-4 pb-5 text-ink-soft md:px-5">
        {t.searching}
      </p>
    )
  const led = rowsInPages(incharges.data)
  const supervising = rowsInPages(supervisors.data)
  const paid = rowsInPages(beneficiaries.data)
  const rows = entries.data ?? []
  const found = sums.data?.count ?? rows.length
  if (led.length + supervising.length + rows.length + paid.length === 0)
    return (
      <div className="border-rule border-t" role="status">
        <EmptyState title={t.nothing(q)}>{t.noneFoundText}</EmptyState>
      </div>
    )
  return (
    <div aria-live="polite">
      <PrintedScreenHead heading={{ title: s.searchAll, about: [`“${q}”`], period: '' }} />
      <ResultGroup
        title={t.incharges}
        of={countInPages(incharges.data)}
        more={<LoadMoreButton query={incharges} inPart={t.inPart} />}
      >
        {led.map((person) => personRow(person, q))}
      </ResultGroup>
      <ResultGroup
        title={t.supervisors}
        of={countInPages(supervisors.data)}
        more={<LoadMoreButton query={supervisors} inPart={t.inPart} />}
      >
        {supervising.map((person) => personRow(person, q))}
      </ResultGroup>
      <ResultGroup
        title={t.entries}
        of={found}
        shown={rows.length}
        more={
          <div className="border-rule border-t p-3">
            <Link
              to="/admin/all-transactions"
              search={parseCompanyFilter({ q })}
              className={`${buttonLook('quiet')} w-full print:hidden`}
            >
              {t.viewAll}
              <ArrowRight className="size-5" aria-hidden="true" />
            </Link>
            {rows.length < found ? <IncompletePrintNote text={t.inPart(t.viewAll)} /> : null}
          </div>
        }
      >
        {isDesk
          ? [
              <li key="table">
                <EntryTable label={t.entries} admin={admin} rows={rows} columns={COMPANY_COLUMNS} query={q} />
              </li>,
            ]
          : rows.map((row) => (
              <li key={row.id} className="border-rule border-t">
                <CompanyTransactionRow row={row} actions={actionsOf(row)} query={q} onOpen={onOpen} />
              </li>
            ))}
      </ResultGroup>
      <ResultGroup
        title={t.beneficiaries}
        of={countInPages(beneficiaries.data)}
        more={<LoadMoreButton query={beneficiaries} inPart={t.inPart} />}
      >
        {paid.map((report) => (
          <BeneficiaryRow key={report.id} report={report} query={q} />
        ))}
      </ResultGroup>
      {dialog}
    </div>
  )
}

function countInPages(data: { pages: { count: number | undefined }[] } | undefined): number {
  return data?.pages[0]?.count ?? 0
}

function rowsInPages<Row>(data: { pages: { rows: Row[] }[] } | undefined): Row[] {
  return data?.pages.flatMap(({ rows }) => rows) ?? []
}

function personRow(person: SiteUser | Supervisor, q: string): ReactNode {
  const site = 'siteName' in person && typeof person.siteName === 'string' ? `${person.siteName}${DOT_SEPARATOR}` : ''
  return (
    <PersonRow
      key={person.id}
      name={personFullName(person)}
      query={q}
      details={
        <>
          {site}
          <span className="figures">{person.mobile}</span>
        </>
      }
      figure={<span className="figures font-heavy">{rupees(person.siteBalance.currentBalance)}</span>}
    />
  )
}

interface GroupProps {
  title: string
  /** The number of all results. */
  of: number
  /** The number of results shown; that of the children where it is left out. */
  shown?: number
  /** The link to the others. */
  more: ReactNode
  children: ReactNode[]
}

function ResultGroup({ title, of, shown, more, children }: GroupProps) {
  const t = useWords(words)
  const count = shown ?? children.length
  if (count === 0) return null
  return (
    <section className="border-rule border-t pt-3">
      <h3 className="px-4 pb-2 font-strong text-ink-soft text-small md:px-5">
        {title}, {count < of ? t.shownOf(countText(count), countText(of)) : countText(of)}
      </h3>
      <ul>{children}</ul>
      {more}
    </section>
  )
}
