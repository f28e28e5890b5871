import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'
import type { LedgersSearchParams } from './ledgers-search-params.ts'
import { type BookId, ShownBook } from './shown-book.tsx'

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
  return (
    <OfficePage title={t.ledgers}>
      {(user) => (
        <>
          <nav aria-label={t.ledgers} className="grid gap-2 md:grid-cols-[auto_1fr] md:gap-x-4 print:hidden">
            {GROUPS.map((group) => (
              <div key={group} className="md:contents">
                <p className="py-1 font-strong text-ink-soft text-small md:self-center">{s[group]}</p>
                <div className="flex flex-wrap gap-2">
                  {BOOKS[group].map((id) => (
                    <BookLink key={id} id={id} isShown={id === shown} search={search} />
                  ))}
                </div>
              </div>
            ))}
          </nav>
          <PageSection key={shown} id={shown} title={s[shown]}>
            <ShownBook
              id={shown}
              user={user}
              search={search}
              onChange={(changed) => void navigate({ search: changed, hash: true, replace: true, resetScroll: false })}
            />
          </PageSection>
        </>
      )}
    </OfficePage>
  )
}

function BookLink({ id, isShown, search }: { id: BookId; isShown: boolean; search: LedgersSearchParams }) {
  const s = useWords(sectionTitles)
  return (
    <Link
      to="/admin/ledgers"
      search={search}
      hash={id}
      replace
      resetScroll={false}
      activeOptions={{ includeHash: true, exact: true }}
      aria-current={isShown ? 'true' : undefined}
      className="inline-flex min-h-11 items-center rounded-brick border border-edge bg-sheet px-3 font-strong aria-[current]:border-accent-line aria-[current]:bg-wash lg:min-h-10"
    >
      {s[id]}
    </Link>
  )
}
