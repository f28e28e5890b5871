import type { OfficeUser, SiteUser } from '@ledger/contracts/shapes.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Search, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../api/readers-words.ts'
import { Button } from '../design/button.tsx'
import { controlLook } from '../design/field.tsx'
import { Empty, Failed } from '../design/states.tsx'
import { useWords } from '../language/words.ts'
import { CreateIncharge } from './create-incharge.tsx'
import { nameOf } from './name-of.ts'
import { SitesTable, WaitingSites } from './sites-table.tsx'
import { words } from './words.ts'

/** A search box earns its place once the list is longer than a glance. */
const SEARCH_FROM = 5

/** All sites with their balances, and where a new one is made (§2). */
export function Sites({ query, admin }: { query: UseQueryResult<SiteUser[]>; admin: OfficeUser | undefined }) {
  const t = useWords(words)
  const [creating, setCreating] = useState(false)
  const [search, setSearch] = useState('')
  const all = query.data
  const wanted = search.trim().toLowerCase()
  const found = all?.filter((site) =>
    `${nameOf(site)}\n${site.siteName}\n${site.mobile}`.toLowerCase().includes(wanted),
  )
  return (
    <section className="overflow-hidden rounded-sheet border border-rule bg-sheet" aria-busy={all === undefined}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 md:px-5">
        <h2 className="font-heavy text-lead">{t.sites}</h2>
        {admin?.role === 'admin' ? (
          <Button kind="secondary" onClick={() => setCreating(true)} className="max-md:w-full">
            <UserPlus className="size-5" aria-hidden="true" />
            {t.createUser}
          </Button>
        ) : null}
      </div>
      {all !== undefined && all.length >= SEARCH_FROM ? (
        <div className="relative px-4 pb-4 md:px-5">
          <Search
            className="pointer-events-none absolute top-3.5 left-7 size-5 text-ink-soft md:left-8"
            aria-hidden="true"
          />
          <input
            type="search"
            aria-label={t.search}
            placeholder={t.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className={`${controlLook} pl-10`}
          />
        </div>
      ) : null}
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
          <SitesTable sites={found} />
        )}
      </div>
      {creating && admin !== undefined ? <CreateIncharge admin={admin} onClose={() => setCreating(false)} /> : null}
    </section>
  )
}
