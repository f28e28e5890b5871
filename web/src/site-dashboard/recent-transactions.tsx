import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/readers-words.ts'
import { Empty, Failed } from '../design/states.tsx'
import { rupees } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Filter, matches, NO_FILTER } from './find.ts'
import { TransactionRow } from './transaction-row.tsx'
import { WaitingRows } from './waiting-rows.tsx'
import { words } from './words.ts'

/** §9: a recent list shows five rows. */
const RECENT = 5
/** What the server sends at once (api.md, Lists); there may be more. */
const PAGE = 200
/** §2: search and filter show when there are more than three transactions. */
const FILTER_FROM = 4

interface Props {
  query: UseQueryResult<Transaction[]>
  actionsOf(row: Transaction): ReactNode
}

/** §2: the five newest; the search looks through the page that is here, and leads on to the full list with the same words. */
export function RecentTransactions({ query, actionsOf }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeWords)
  const [filter, setFilter] = useState(NO_FILTER)
  const all = query.data
  const found = all?.filter((row) => matches(row, filter, [t.headOffice, modes[row.paymentMode], rupees(row.amount)]))
  return (
    <section className="overflow-hidden rounded-sheet border border-rule bg-sheet" aria-busy={query.isPending}>
      <div className="flex items-baseline justify-between gap-3 px-4 pt-4 pb-3">
        <h2 className="font-heavy text-lead">{t.recent}</h2>
        {all !== undefined && all.length > RECENT ? (
          <p className="figures text-ink-soft text-small">
            {t.shown(String(Math.min(RECENT, found?.length ?? 0)), `${all.length}${all.length < PAGE ? '' : '+'}`)}
          </p>
        ) : null}
      </div>
      {all !== undefined && all.length >= FILTER_FROM ? <FilterBar filter={filter} onFilter={setFilter} /> : null}
      {found === undefined ? (
        query.error === null ? (
          <WaitingRows />
        ) : (
          <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        )
      ) : all?.length === 0 ? (
        <div className="border-rule border-t">
          <Empty title={t.noneYet}>{t.noneYetText}</Empty>
        </div>
      ) : found.length === 0 ? (
        <div className="border-rule border-t">
          <Empty title={t.noneFound}>{t.noneFoundText}</Empty>
        </div>
      ) : (
        <ul>
          {found.slice(0, RECENT).map((row) => (
            <li key={row.id}>
              <TransactionRow row={row} actions={actionsOf(row)} />
            </li>
          ))}
        </ul>
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

/** The same filter in the address of the full list. */
function listSearch({ text, from, to }: Filter) {
  return {
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}
