import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Select } from '../../shared/design/controls/select.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'
import type { LedgersSearchParams } from './ledgers-search-params.ts'
import { type BookId, SelectedBook } from './selected-book.tsx'

const ledgersRoute = getRouteApi('/admin/ledgers')

/** Each book at its fragment; the two of §2 first. */
const BOOKS = {
  ofAccounts: ['siteLedger', 'supervisorLedger', 'statements', 'cashBook', 'cashCounts'],
  ofMonthEnd: ['closing', 'taxList', 'tally', 'certificate'],
} as const satisfies Record<string, readonly BookId[]>
const GROUPS = ['ofAccounts', 'ofMonthEnd'] as const

const bookOf = (hash: string): BookId =>
  GROUPS.flatMap((group) => BOOKS[group]).find((id) => id === hash) ?? 'siteLedger'

/** `/admin/ledgers`: one book at a time, as long as the page. */
export function LedgersPage(): ReactNode {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const search = ledgersRoute.useSearch()
  const navigate = ledgersRoute.useNavigate()
  const shown = useLocation({ select: ({ hash }) => bookOf(hash) })
  const isDesk = useIsDesk()
  const show = (changed: LedgersSearchParams, hash: string) =>
    void navigate({ search: changed, hash, replace: true, resetScroll: false })
  return (
    <OfficePage title={t.ledgers}>
      {(user) => (
        <>
          <nav aria-label={t.ledgers} className="print:hidden">
            {isDesk ? (
              <BookLinks shown={shown} search={search} />
            ) : (
              <Select aria-label={t.ledgers} value={shown} onChange={({ target }) => show(search, target.value)}>
                {GROUPS.map((group) => (
                  <optgroup key={group} label={s[group]}>
                    {BOOKS[group].map((id) => (
                      <option key={id} value={id}>
                        {s[id]}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </Select>
            )}
          </nav>
          <PageSection key={shown} id={shown} title={s[shown]}>
            <SelectedBook id={shown} user={user} search={search} onChange={(changed) => show(changed, shown)} />
          </PageSection>
        </>
      )}
    </OfficePage>
  )
}

/** The way to every book, in its group. A phone has a list to choose from in its place. */
function BookLinks({ shown, search }: { shown: BookId; search: LedgersSearchParams }) {
  const s = useWords(sectionTitles)
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {GROUPS.map((group) => (
        <div key={group} className="contents">
          <p className="self-center font-strong text-ink-soft text-small">{s[group]}</p>
          <div className="flex flex-wrap gap-2">
            {BOOKS[group].map((id) => (
              <Link
                key={id}
                to="/admin/ledgers"
                search={search}
                hash={id}
                replace
                resetScroll={false}
                activeOptions={{ includeHash: true, exact: true }}
                aria-current={id === shown ? 'true' : undefined}
                className="inline-flex min-h-11 items-center rounded-brick border border-edge bg-sheet px-3 font-strong aria-[current]:border-accent-line aria-[current]:bg-wash lg:min-h-10"
              >
                {s[id]}
              </Link>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
