import type { OfficeUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { ALL_TIME, periodText } from '../../shared/language/period-text.ts'
import { allSupervisorsQuery, supervisorPages, supervisorsExportUrl } from '../api/people-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { useSearchWordsInUrl } from '../controls/use-search-words-in-url.ts'
import { ExportMenu } from '../export/export-menu.tsx'
import { AccountsTotal } from './accounts-total.tsx'
import { FieldUserActions, StatusBadge } from './field-user-actions.tsx'
import { PeopleList } from './people-list.tsx'
import { personFullName } from './person-and-site-names.ts'
import { PersonRow } from './person-row.tsx'
import { words } from './screen-texts.ts'
import { DeleteSupervisor, EditSupervisor } from './supervisor-dialogs.tsx'

/** §2, Supervisor Management. */
export function SupervisorList({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { q, typed, type } = useSearchWordsInUrl('supervisors')
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; supervisor: Supervisor }>()
  const query = useInfiniteQuery({ ...supervisorPages(q, language), placeholderData: keepPreviousData })
  const sites = useQuery(sitesQuery).data
  const siteNameOf = ({ siteId }: Supervisor) => {
    const site = sites?.find(({ id }) => id === siteId)
    return siteId === null ? t.noSiteYet : site && (site.siteName ?? personFullName(site))
  }
  const everybody = useQuery(allSupervisorsQuery).data
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <SearchField label={t.searchSupervisors} value={typed} onChange={type} className="" />
        <div className="justify-self-end">
          <ExportMenu
            parts={['Supervisors', q, periodInFileName(ALL_TIME)]}
            heading={{
              title: t.supervisors,
              about: [q === '' ? '' : `“${q}”`],
              period: periodText(ALL_TIME, language),
            }}
            job={{ kind: 'people', report: 'supervisors', address: supervisorsExportUrl(q, language) }}
            count={query.data?.pages[0]?.count}
            total={<AccountsTotal query={query} everybody={q === '' ? everybody : undefined} />}
          />
        </div>
      </div>
      <PeopleList
        label={t.supervisors}
        query={query}
        searched={q !== ''}
        empty={<p className="border-rule border-t px-5 py-8 text-center text-ink-soft">{t.noSupervisors}</p>}
        row={(supervisor) => (
          <SupervisorListItem
            key={supervisor.id}
            supervisor={supervisor}
            siteName={siteNameOf(supervisor)}
            query={q}
            mayChange={admin.role === 'admin'}
            onEdit={() => setOpen({ what: 'edit', supervisor })}
            onDelete={() => setOpen({ what: 'delete', supervisor })}
          />
        )}
      />
      {open?.what === 'edit' ? (
        <EditSupervisor admin={admin} supervisor={open.supervisor} onClose={close} />
      ) : open?.what === 'delete' ? (
        <DeleteSupervisor supervisor={open.supervisor} onClose={close} />
      ) : null}
    </>
  )
}

interface ListItemProps {
  query: string
  mayChange: boolean
  supervisor: Supervisor
  siteName: string | undefined
  onEdit(): void
  onDelete(): void
}

function SupervisorListItem({ mayChange, supervisor, siteName, query, onEdit, onDelete }: ListItemProps) {
  const { currentBalance } = supervisor.siteBalance
  return (
    <PersonRow
      name={personFullName(supervisor)}
      query={query}
      badge={<StatusBadge status={supervisor.status} />}
      details={
        <>
          <span className="figures">{supervisor.mobile}</span>
          {siteName === undefined ? null : `${DOT_SEPARATOR}${siteName}`}
        </>
      }
      figure={
        <span className={`figures font-heavy ${currentBalance.startsWith('-') ? 'text-debit' : ''}`}>
          {rupees(currentBalance)}
        </span>
      }
      actions={mayChange ? <FieldUserActions person={supervisor} onEdit={onEdit} onDelete={onDelete} /> : undefined}
    />
  )
}
