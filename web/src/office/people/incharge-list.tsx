import type { OfficeUser, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { ALL_TIME, periodText } from '../../shared/language/period-text.ts'
import { inchargePages, inchargesExportUrl } from '../api/people-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { useSearchWordsInUrl } from '../controls/use-search-words-in-url.ts'
import { ExportMenu } from '../export/export-menu.tsx'
import { AccountsTotal } from './accounts-total.tsx'
import { FieldUserActions, StatusBadge } from './field-user-actions.tsx'
import { DeleteIncharge, EditIncharge } from './incharge-dialogs.tsx'
import { PeopleList } from './people-list.tsx'
import { personFullName } from './person-and-site-names.ts'
import { PersonRow } from './person-row.tsx'
import { words } from './screen-texts.ts'
import { useCreateFirstIncharge } from './use-create-first-incharge.tsx'

/** §2, Site Incharge User Management. */
export function InchargeList({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { q, typed, type } = useSearchWordsInUrl('incharges')
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; site: SiteUser }>()
  const query = useInfiniteQuery({ ...inchargePages(q, language), placeholderData: keepPreviousData })
  const everybody = useQuery(sitesQuery).data
  const close = () => setOpen(undefined)
  const mayChange = admin.role === 'admin'
  const first = useCreateFirstIncharge(admin)
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <SearchField label={t.searchIncharges} value={typed} onChange={type} className="" />
        <div className="justify-self-end">
          <ExportMenu
            parts={['Site_Incharges', q, periodInFileName(ALL_TIME)]}
            heading={{
              title: t.incharges,
              about: [q === '' ? '' : `“${q}”`],
              period: periodText(ALL_TIME, language),
            }}
            job={{ kind: 'people', report: 'sites', address: inchargesExportUrl(q, language) }}
            count={query.data?.pages[0]?.count}
            total={<AccountsTotal query={query} everybody={q === '' ? everybody : undefined} />}
          />
        </div>
      </div>
      <PeopleList
        label={t.incharges}
        query={query}
        searched={q !== ''}
        empty={
          <EmptyState title={t.noIncharges}>
            {mayChange ? t.noInchargesText : undefined}
            {first.button === null ? null : <div>{first.button}</div>}
          </EmptyState>
        }
        row={(site) => (
          <PersonRow
            key={site.id}
            name={personFullName(site)}
            query={q}
            badge={<StatusBadge status={site.status} />}
            details={
              <>
                <MarkedText text={site.siteName ?? t.noSiteName} query={q} />
                {DOT_SEPARATOR}
                <span className="figures">{site.mobile}</span>
              </>
            }
            actions={
              mayChange ? (
                <FieldUserActions
                  person={site}
                  onEdit={() => setOpen({ what: 'edit', site })}
                  onDelete={() => setOpen({ what: 'delete', site })}
                />
              ) : undefined
            }
          />
        )}
      />
      {first.dialog}
      {open?.what === 'edit' ? <EditIncharge admin={admin} site={open.site} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteIncharge site={open.site} onClose={close} /> : null}
    </>
  )
}
