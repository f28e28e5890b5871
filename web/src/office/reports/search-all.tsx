import type { OfficeUser, SiteUser, Supervisor } from '@ledger/contracts/shapes.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { buttonLook } from '../../shared/design/button.tsx'
import { NextPage } from '../../shared/design/next-page.tsx'
import { Empty, Failed } from '../../shared/design/states.tsx'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { BETWEEN } from '../../shared/language/between.ts'
import { countText, rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { companySumsQuery, NO_FILTER, newestQuery } from '../calls/money.ts'
import { inchargePages, supervisorPages } from '../calls/people.ts'
import { beneficiaryPages } from '../calls/reports.ts'
import { nameOf } from '../dashboard/name-of.ts'
import { SearchField } from '../dashboard/search-field.tsx'
import { PersonRow } from '../people/person-row.tsx'
import { companyFilter } from '../transactions/company-filter.ts'
import { CompanyRow } from '../transactions/company-row.tsx'
import { useCreditDialogs } from '../transactions/use-credit-dialogs.tsx'
import { BeneficiaryRow } from './beneficiaries.tsx'
import { words } from './words.ts'

/** The number of results shown per group at a time. */
const SHOWN = 8
const PAGE = String(SHOWN)

/**
 * §2, Search Across All Data: the server searches people, entries and beneficiaries, and the results are shown in
 * groups.
 */
export function SearchAll({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  return (
    <>
      <SearchField label={t.searchAll} value={typed} onChange={setTyped} />
      {q === '' ? <p className="px-4 pb-5 text-ink-soft md:px-5">{t.searchAllText}</p> : <Found q={q} admin={admin} />}
    </>
  )
}

function Found({ q, admin }: { q: string; admin: OfficeUser }) {
  const t = useWords(words)
  const { actionsOf, onOpen, dialog } = useCreditDialogs(admin)
  const incharges = useInfiniteQuery(inchargePages(q, PAGE))
  const supervisors = useInfiniteQuery(supervisorPages(q, PAGE))
  const entries = useQuery(newestQuery({ ...NO_FILTER, q }, SHOWN))
  const sums = useQuery(companySumsQuery({ ...NO_FILTER, q }))
  const beneficiaries = useInfiniteQuery(beneficiaryPages(q, PAGE))
  const all = [incharges, supervisors, entries, sums, beneficiaries]
  const error = all.find((one) => one.error !== null)?.error
  if (error !== undefined && error !== null)
    return (
      <Failed
        message={messageOf(error)}
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
  const led = rowsOf(incharges.data)
  const supervising = rowsOf(supervisors.data)
  const paid = rowsOf(beneficiaries.data)
  const rows = entries.data ?? []
  if (led.length + supervising.length + rows.length + paid.length === 0)
    return (
      <div className="border-rule border-t" role="status">
        <Empty title={t.nothing(q)}>{t.noneFoundText}</Empty>
      </div>
    )
  return (
    <div aria-live="polite">
      <Group title={t.incharges} of={countOf(incharges.data)} more={<NextPage query={incharges} />}>
        {led.map(personRow)}
      </Group>
      <Group title={t.supervisors} of={countOf(supervisors.data)} more={<NextPage query={supervisors} />}>
        {supervising.map(personRow)}
      </Group>
      <Group
        title={t.entries}
        of={sums.data?.count ?? rows.length}
        more={
          <div className="border-rule border-t p-3">
            <Link
              to="/admin/all-transactions"
              search={companyFilter({ q })}
              className={`${buttonLook('quiet')} w-full`}
            >
              {t.viewAll}
              <ArrowRight className="size-5" aria-hidden="true" />
            </Link>
          </div>
        }
      >
        {rows.map((row) => (
          <li key={row.id} className="border-rule border-t">
            <CompanyRow row={row} actions={actionsOf(row)} onOpen={onOpen} />
          </li>
        ))}
      </Group>
      <Group title={t.beneficiaries} of={countOf(beneficiaries.data)} more={<NextPage query={beneficiaries} />}>
        {paid.map((report) => (
          <BeneficiaryRow key={report.id} report={report} />
        ))}
      </Group>
      {dialog}
    </div>
  )
}

function countOf(data: { pages: { count: number | undefined }[] } | undefined): number {
  return data?.pages[0]?.count ?? 0
}

function rowsOf<Row>(data: { pages: { rows: Row[] }[] } | undefined): Row[] {
  return data?.pages.flatMap(({ rows }) => rows) ?? []
}

function personRow(person: SiteUser | Supervisor): ReactNode {
  const site = 'siteName' in person && typeof person.siteName === 'string' ? `${person.siteName}${BETWEEN}` : ''
  return (
    <PersonRow
      key={person.id}
      name={nameOf(person)}
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
  /** The link to the others. */
  more: ReactNode
  children: ReactNode[]
}

function Group({ title, of, more, children }: GroupProps) {
  const t = useWords(words)
  if (children.length === 0) return null
  return (
    <section className="border-rule border-t pt-3">
      <h3 className="px-4 pb-2 font-strong text-ink-soft text-small md:px-5">
        {title}, {children.length < of ? t.shownOf(countText(children.length), countText(of)) : countText(of)}
      </h3>
      <ul>{children}</ul>
      {more}
    </section>
  )
}
