import type { Transaction } from '@ledger/contracts/shapes.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { foundQuery, RECENT, sumsQuery } from '../../shared/api/site-account.ts'
import { Later } from '../../shared/design/later.tsx'
import { Bar, Empty, Failed } from '../../shared/design/states.tsx'
import { WaitingRows } from '../../shared/entry/waiting-rows.tsx'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { countText } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { useSignedIn } from '../../shared/session/use-signed-in.ts'
import { useShown } from '../outbox/shown.ts'
import { type Filter, NO_FILTER } from './filter.ts'
import type { FilterBarProps } from './filter-bar.tsx'
import { TransactionRow } from './transaction-row.tsx'
import { words } from './words.ts'

/** §2: search and filter show when there are more than three transactions. */
const FILTER_FROM = 4

interface Props {
  query: UseQueryResult<Transaction[]>
  /** True once the balance is on the screen: only then is the code of the search loaded. */
  ready: boolean
  actionsOf(row: Transaction): ReactNode
}

/**
 * §2: shows the five newest. The server searches the whole ledger, and a link leads to the full list with the same
 * words.
 */
export function RecentTransactions({ query, ready, actionsOf }: Props) {
  const t = useWords(words)
  const [filter, setFilter] = useState(NO_FILTER)
  const { text, from, to } = filter
  const q = useSettled(text.trim())
  const all = query.data
  const isNarrowed = q !== '' || from !== '' || to !== ''
  const search = useQuery({
    ...foundQuery({ q, from, to }),
    enabled: isNarrowed,
    placeholderData: (before) => before ?? all,
  })
  const { data: sums } = useQuery(sumsQuery)
  const { added } = useShown()
  useSignedIn(search.error)
  const found = isNarrowed ? search.data : all
  const { error, refetch } = isNarrowed ? search : query
  return (
    <section className="overflow-hidden rounded-sheet border border-rule bg-sheet" aria-busy={query.isPending}>
      <div className="flex items-baseline justify-between gap-3 px-4 pt-4 pb-3">
        <h2 className="font-heavy text-lead">{t.recent}</h2>
        {sums !== undefined && sums.count > RECENT && !isNarrowed ? (
          <p className="figures text-ink-soft text-small">{t.shown(String(RECENT), countText(sums.count))}</p>
        ) : null}
      </div>
      {all === undefined || all.length < FILTER_FROM ? null : ready ? (
        <Later<FilterBarProps> load={loadFilterBar} with={{ filter, onFilter: setFilter }} waiting={<WaitingBar />} />
      ) : (
        <WaitingBar />
      )}
      {isNarrowed || added.length === 0 ? null : <Rows rows={added} actionsOf={actionsOf} />}
      {found === undefined ? (
        error === null ? (
          <WaitingRows />
        ) : (
          <Failed message={messageOf(error)} onRetry={() => void refetch()} />
        )
      ) : all?.length === 0 && added.length === 0 ? (
        <div className="border-rule border-t">
          <Empty title={t.noneYet}>{t.noneYetText}</Empty>
        </div>
      ) : found.length === 0 && isNarrowed ? (
        <div className="border-rule border-t">
          <Empty title={t.noneFound}>{t.noneFoundText}</Empty>
        </div>
      ) : (
        <div className="aria-busy:opacity-60" aria-busy={isNarrowed && search.isPlaceholderData}>
          <Rows rows={found} actionsOf={actionsOf} />
        </div>
      )}
      {found === undefined || all === undefined || all.length === 0 ? null : (
        <Link
          to="/transactions"
          search={listSearch(filter)}
          className="flex min-h-12 items-center justify-center border-rule border-t font-strong underline-offset-4 hover:underline"
        >
          {Object.keys(listSearch(filter)).length === 0 ? t.viewAll : t.searchAll}
        </Link>
      )}
    </section>
  )
}

function Rows({ rows, actionsOf }: Pick<Props, 'actionsOf'> & { rows: readonly Transaction[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <TransactionRow row={row} actions={actionsOf(row)} />
        </li>
      ))}
    </ul>
  )
}

const loadFilterBar = async () => (await import('./filter-bar.tsx')).FilterBar

function WaitingBar() {
  return (
    <div className="px-4 pb-4" aria-busy="true">
      <Bar className="h-12 w-full" />
    </div>
  )
}

/** The same filter in the address of the full list. */
function listSearch({ text, from, to }: Filter) {
  return {
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}
