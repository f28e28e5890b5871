import type { SiteUser } from '@ledger/contracts/shapes.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Empty, Failed } from '../../shared/design/states.tsx'
import { ExportButton } from '../../shared/export/export-button.tsx'
import { periodName } from '../../shared/export/sheet-plan.ts'
import { countText } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { inchargesAddress } from '../calls/people.ts'
import { nameOf } from './name-of.ts'
import { SearchField } from './search-field.tsx'
import { SitesTable, WaitingSites } from './sites-table.tsx'
import { words } from './words.ts'

/** §2, All Active Sites with Balances. The list is complete, so it is searched here, as fast as the user types. */
export function Sites({ query }: { query: UseQueryResult<SiteUser[]> }) {
  const t = useWords(words)
  const [search, setSearch] = useState('')
  const all = query.data?.filter(({ status }) => status === 'active')
  const wanted = search.trim().toLowerCase()
  const found = all?.filter((site) =>
    `${nameOf(site)}\n${site.siteName ?? ''}\n${site.mobile}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <SearchField label={t.search} value={search} onChange={setSearch} className="" />
        <ExportButton
          parts={['Sites', search.trim(), periodName({ from: '', to: '' })]}
          job={{ kind: 'people', report: 'sites', address: inchargesAddress(search.trim()) }}
        />
      </div>
      <div className="border-rule border-t">
        {found === undefined ? (
          query.error === null ? (
            <WaitingSites />
          ) : (
            <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
          )
        ) : all?.length === 0 ? (
          <Empty title={t.none}>{t.noneText}</Empty>
        ) : found.length === 0 ? (
          <Empty title={t.noneFound}>{t.noneFoundText}</Empty>
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
    </>
  )
}
