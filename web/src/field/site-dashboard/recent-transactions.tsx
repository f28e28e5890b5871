import { dayOf } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { RECENT_ROWS, recentSearchQuery, transactionSumsQueryOptions } from '../../shared/api/field-queries.ts'
import { LazyComponent } from '../../shared/design/lazy-component.tsx'
import { EmptyState, FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import type { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { BackdatedEntryLink } from '../khata/backdated-entry-link.tsx'
import { DayHeading, type HeadingSums } from '../khata/day-heading.tsx'
import { isFirstOfDay } from '../khata/is-first-of-day.ts'
import { placePendingRows } from '../khata/place-pending-rows.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { NO_RECENT_FILTER, type RecentTransactionsFilter } from '../transactions/transaction-filter.ts'
import type { TransactionFilterBarProps } from '../transactions/transaction-filter-bar.tsx'
import { TransactionRow, type TransactionRowProps } from '../transactions/transaction-row.tsx'
import { words } from './screen-texts.ts'

/** §2: search and filter show when there are more than three transactions. */
const MIN_ROWS_FOR_FILTER = 4

interface Props {
  query: UseQueryResult<Transaction[]>
  /** True once the balance is on the screen: only then is the code of the search loaded. */
  ready: boolean
  actionsOf(row: Transaction): ReactNode
  /** Takes the photo of a bill whose expense is filled in later. */
  camera: ReactNode
}

/**
 * §2: shows the five newest. The server searches the whole ledger, and a link leads to the full list with the same
 * words.
 */
export function RecentTransactions({ query, ready, actionsOf, camera }: Props) {
  const t = useWords(words)
  const [filter, setFilter] = useState(NO_RECENT_FILTER)
  const { text, from, to } = filter
  const q = useDebouncedText(text.trim())
  const all = query.data
  const isNarrowed = q !== '' || from !== '' || to !== ''
  const search = useQuery({
    ...recentSearchQuery({ q, from, to }),
    enabled: isNarrowed,
    placeholderData: (before) => before ?? all,
  })
  const Marked = useMarkedText(q !== '')
  const { data: sums } = useQuery(transactionSumsQueryOptions)
  const { added } = useLazyParts()
  useRedirectWhenSignedOut(search.error)
  const found = isNarrowed ? search.data : all
  // The rows that wait stand at their dates among the newest ones.
  const rows = isNarrowed ? found : found && placePendingRows([{ rows: found }], added, false)[0]?.rows
  const { error, refetch } = isNarrowed ? search : query
  return (
    <section
      className="overflow-hidden border-rule border-y bg-sheet md:rounded-sheet md:border"
      aria-busy={query.isPending}
    >
      <div className="flex items-center tiny:flex-wrap gap-x-3 pr-2 pl-4 md:py-1.5">
        <h2 className="min-w-0 flex-1 tiny:basis-full font-heavy text-lead">{t.recent}</h2>
        {sums !== undefined && sums.count > RECENT_ROWS && !isNarrowed ? (
          <p className="figures text-ink-soft text-small">{t.shown(String(RECENT_ROWS), countText(sums.count))}</p>
        ) : null}
        {camera}
      </div>
      {all === undefined || all.length < MIN_ROWS_FOR_FILTER ? null : ready ? (
        <LazyComponent<TransactionFilterBarProps>
          load={loadFilterBar}
          with={{ filter, onFilter: setFilter }}
          waiting={<FilterBarSkeleton />}
        />
      ) : (
        <FilterBarSkeleton />
      )}
      {isNarrowed ? null : <BackdatedEntryLink shown={rows ?? added} />}
      {rows === undefined && added.length > 0 ? <RecentRows rows={added} {...{ actionsOf }} sums="none" /> : null}
      {found === undefined ? (
        error === null ? (
          <RowsSkeleton />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )
      ) : all?.length === 0 && added.length === 0 ? (
        <div className="border-rule border-t">
          <EmptyState title={t.noneYet}>{t.noneYetText}</EmptyState>
        </div>
      ) : found.length === 0 && isNarrowed ? (
        <div className="border-rule border-t">
          <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState>
        </div>
      ) : (
        <div className="aria-busy:opacity-60" aria-busy={isNarrowed && search.isPlaceholderData}>
          <RecentRows
            rows={rows ?? found}
            actionsOf={actionsOf}
            sums={isNarrowed ? 'none' : 'all'}
            isReady={ready}
            show={Marked && ((text) => <Marked text={text} query={q} />)}
          />
        </div>
      )}
      {found === undefined || all === undefined || all.length === 0 ? null : (
        <Link
          to="/transactions"
          search={toListSearch(filter)}
          className="flex min-h-12 items-center justify-center border-rule border-t font-strong underline-offset-4 hover:underline"
        >
          {Object.keys(toListSearch(filter)).length === 0 ? t.viewAll : t.searchAll}
        </Link>
      )}
    </section>
  )
}

interface RecentRowsProps extends Pick<Props, 'actionsOf'> {
  rows: readonly Transaction[]
  show?: TransactionRowProps['show']
  sums: HeadingSums
  isReady?: boolean
}

function RecentRows({ rows, actionsOf, show, sums, isReady = false }: RecentRowsProps) {
  return (
    <ul>
      {rows.map((row, place) => (
        <li key={row.id}>
          {isFirstOfDay(row, rows[place - 1]) ? <DayHeading day={dayOf(row.date)} {...{ sums, isReady }} /> : null}
          <TransactionRow row={row} actions={actionsOf(row)} show={show} />
        </li>
      ))}
    </ul>
  )
}

/** The code that marks what was found is loaded with the first search. */
function useMarkedText(isWanted: boolean): typeof MarkedText | undefined {
  const [Marked, setMarked] = useState<typeof MarkedText>()
  useEffect(() => {
    if (isWanted)
      import('../../shared/entry/list/marked-text.tsx').then((part) => setMarked(() => part.MarkedText), console.warn)
  }, [isWanted])
  return Marked
}

const loadFilterBar = async () => (await import('../transactions/transaction-filter-bar.tsx')).TransactionFilterBar

function FilterBarSkeleton() {
  return (
    <div className="px-4 pb-2 md:pb-4" aria-busy="true">
      <SkeletonBar className="h-12 w-full" />
    </div>
  )
}

/** The same filter in the address of the full list. */
function toListSearch({ text, from, to }: RecentTransactionsFilter) {
  return {
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}
