import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import type { ListFilter } from '../api/own-ledger.ts'
import { Choice } from '../design/choice.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { ScreenHead } from '../design/screen-head.tsx'
import { Empty } from '../design/states.tsx'
import { useWords } from '../language/words.ts'
import { homeOf, useSession } from '../session/session.ts'
import { useSignedIn } from '../session/use-signed-in.ts'
import { FilterBar } from '../site-dashboard/filter-bar.tsx'
import { words as dashboardWords } from '../site-dashboard/words.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { PagesOfRows } from './pages-of-rows.tsx'
import { usePages } from './use-pages.ts'
import { words } from './words.ts'

const route = getRouteApi('/transactions')
/** After the last key of a search. */
const SEARCH_AFTER_MS = 250

/** `/transactions` (§2): the full list. */
export function Transactions() {
  const user = useSession((state) => state.user)
  return user === undefined ? null : <TransactionsOf user={user} />
}

function TransactionsOf({ user }: { user: SessionUser }) {
  const t = useWords(words)
  const shared = useWords(dashboardWords)
  usePageTitle(t.title)
  const filter = route.useSearch()
  const pages = usePages(filter)
  const { actionsOf, dialog } = useTransactionDialogs(user)
  useSignedIn(pages.error)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHead title={t.title} home={homeOf(user.role)} />
      <main className="mx-auto max-w-3xl md:p-6">
        <section className="border-rule bg-sheet md:rounded-sheet md:border" aria-busy={pages.blocks === undefined}>
          <ListFilterBar filter={filter} />
          <PagesOfRows
            pages={pages}
            actionsOf={actionsOf}
            empty={
              isFiltered ? (
                <Empty title={shared.noneFound}>{shared.noneFoundText}</Empty>
              ) : (
                <Empty title={shared.noneYet}>{shared.noneYetText}</Empty>
              )
            }
          />
        </section>
      </main>
      {dialog}
    </div>
  )
}

/** The words wait for the last key; days and the kind of row are asked for at once. All of it stands in the address. */
function ListFilterBar({ filter }: { filter: ListFilter }) {
  const t = useWords(words)
  const name = useId()
  const navigate = route.useNavigate()
  const [text, setText] = useState(filter.q ?? '')
  const narrow = (change: Change) =>
    void navigate({ search: ({ q, from, to, type }) => given({ q, from, to, type, ...change }), replace: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the text alone
  useEffect(() => {
    const q = text.trim()
    if (q === (filter.q ?? '')) return
    const timer = setTimeout(() => narrow({ q }), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="pt-4">
      <FilterBar
        filter={{ text, from: filter.from ?? '', to: filter.to ?? '' }}
        onFilter={({ text: typed, from, to }) => {
          setText(typed)
          if (from !== (filter.from ?? '') || to !== (filter.to ?? '')) narrow({ from, to })
        }}
      />
      <fieldset className="px-4 pb-4">
        <legend className="sr-only">{t.kind}</legend>
        <div className="grid grid-cols-[repeat(3,auto)] gap-2">
          {(['all', 'credit', 'debit'] as const).map((kind) => (
            <Choice
              key={kind}
              name={name}
              className="gap-2! px-2.5! max-md:text-small"
              checked={(filter.type ?? 'all') === kind}
              onChange={() => narrow({ type: kind === 'all' ? undefined : kind })}
            >
              {t[kind]}
            </Choice>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

/** "" and undefined widen the list again. */
type Change = { [K in keyof ListFilter]: ListFilter[K] | undefined }

/** Only what narrows something, so that an unfiltered list has a bare address. */
function given({ q, from, to, type }: Change): ListFilter {
  return {
    ...(q ? { q } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(type === undefined ? {} : { type }),
  }
}
