import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { type ListFilter, listAddress, listSumsQuery } from '../../shared/api/own-ledger.ts'
import { Choice } from '../../shared/design/choice.tsx'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { ScreenHead } from '../../shared/design/screen-head.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { ListSums } from '../../shared/entry/list-sums.tsx'
import { ExportButton } from '../../shared/export/export-button.tsx'
import { periodName } from '../../shared/export/sheet-plan.ts'
import { useWords } from '../../shared/language/words.ts'
import { type FieldUser, homeOf, useSession } from '../../shared/session/session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { useSignedIn } from '../../shared/session/use-signed-in.ts'
import { useOutbox, useShown } from '../outbox/shown.ts'
import { FilterBar } from '../site-dashboard/filter-bar.tsx'
import { words as dashboardWords } from '../site-dashboard/words.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { PagesOfRows } from './pages-of-rows.tsx'
import { usePages } from './use-pages.ts'
import { words } from './words.ts'

const route = getRouteApi('/transactions')
/** The delay after the last key of a search, in milliseconds. */
const SEARCH_AFTER_MS = 250

/** `/transactions` (§2): the full list. */
export function Transactions() {
  const user = useSession((state) => state.user)
  return user === undefined ? null : <TransactionsOf user={user} />
}

function TransactionsOf({ user }: { user: FieldUser }) {
  const t = useWords(words)
  const shared = useWords(dashboardWords)
  usePageTitle(t.title)
  const filter = route.useSearch()
  const { from = '', to = '' } = filter
  const pages = usePages(filter)
  const sums = useQuery(listSumsQuery(filter))
  const { actionsOf, openWaiting, dialog } = useTransactionDialogs(user)
  const { added, Bar } = useShown()
  useOutbox(user, sums)
  useSignedIn(pages.error, sums.error)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHead title={t.title} home={homeOf(user.role)} />
      <main className="mx-auto max-w-3xl md:p-6">
        <section className="border-rule bg-sheet md:rounded-sheet md:border" aria-busy={pages.blocks === undefined}>
          {Bar && (
            <div className="p-4 pb-0">
              <Bar onOpen={openWaiting} />
            </div>
          )}
          <ListFilterBar filter={filter} />
          <div className="grid gap-x-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
            <ListSums sums={sums.data} isOfBefore={sums.isPlaceholderData} />
            <div className="grid px-4 pb-4">
              <ExportButton
                parts={['Transactions', user.siteName ?? user.name, filter.q ?? '', periodName({ from, to })]}
                job={{ kind: 'filtered', address: listAddress(filter) }}
                total={sums.data?.count}
                onUnauthorized={signInAgain}
              />
            </div>
          </div>
          <PagesOfRows
            pages={pages}
            added={mayShowAdded(filter) ? added : []}
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

/**
 * Tells whether the filter may show rows that are not in the ledger yet: no search finds them, and they have no place
 * among days.
 */
function mayShowAdded({ type, ...rest }: ListFilter): boolean {
  return type !== 'credit' && Object.keys(rest).length === 0
}

/**
 * The filter bar. Words are searched after the last key; days and the kind of row at once. The address holds the whole
 * filter.
 */
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

/** "" and undefined remove a filter. */
type Change = { [K in keyof ListFilter]: ListFilter[K] | undefined }

/** Returns only the filters that are set, so that an unfiltered list has a bare address. */
function given({ q, from, to, type }: Change): ListFilter {
  return {
    ...(q ? { q } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(type === undefined ? {} : { type }),
  }
}
