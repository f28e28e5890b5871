import type { OfficeUser, SiteUser } from '@ledger/contracts/http/responses.ts'
import { hasSearchWords, splitSearchWords } from '@ledger/contracts/text/search-words.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { periodInFileName } from '../../shared/export/file/report-sheets.ts'
import { ListOutputs } from '../../shared/export/print/list-outputs.tsx'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { ALL_TIME, periodText } from '../../shared/language/period-text.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { inchargesExportUrl } from '../api/people-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { personFullName } from '../people/person-name.ts'
import { useCreateFirstIncharge } from '../people/use-create-first-incharge.tsx'
import { words } from './screen-texts.ts'
import { SitesSkeleton, SitesTable } from './sites-table.tsx'

interface Props {
  admin: OfficeUser
  query: UseQueryResult<SiteUser[]>
}

/** §2, All Active Sites with Balances. The list is complete, so it is searched here, as fast as the user types. */
export function SitesSection({ admin, query }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const first = useCreateFirstIncharge(admin)
  const [search, setSearch] = useState('')
  const all = useNameOrder(query.data, personFullName)?.filter(({ status }) => status === 'active')
  const wanted = splitSearchWords(search)
  const found = all?.filter((site) =>
    hasSearchWords(`${personFullName(site)} ${site.siteName ?? ''} ${site.mobile}`, wanted),
  )
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <SearchField label={t.search} value={search} onChange={setSearch} className="" />
        <ListOutputs
          parts={['Sites', search.trim(), periodInFileName(ALL_TIME)]}
          heading={{
            title: t.sites,
            about: [search.trim() === '' ? '' : `“${search.trim()}”`],
            period: periodText(ALL_TIME, language),
          }}
          job={{ kind: 'people', report: 'sites', address: inchargesExportUrl(search.trim(), language) }}
        />
      </div>
      <div className="border-rule border-t">
        {found === undefined ? (
          query.error === null ? (
            <SitesSkeleton />
          ) : (
            <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
          )
        ) : all?.length === 0 ? (
          <EmptyState title={t.none}>
            {t.noneText}
            {first.button === null ? null : <div>{first.button}</div>}
          </EmptyState>
        ) : found.length === 0 ? (
          <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState>
        ) : (
          <>
            <p role="status" className="px-4 pt-3 font-strong md:px-5">
              {t.siteCount(countText(found.length))}
            </p>
            <SitesTable sites={found} />
            <p className="border-rule border-t px-4 py-3 text-ink-soft text-small md:px-5">{t.sitesNote}</p>
          </>
        )}
      </div>
      {first.dialog}
    </>
  )
}
