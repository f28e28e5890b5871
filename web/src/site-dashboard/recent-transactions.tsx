import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/readers-words.ts'
import { Bar, Empty, Failed } from '../design/states.tsx'
import { rupees } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import { FilterBar } from './filter-bar.tsx'
import { matches, NO_FILTER } from './find.ts'
import { TransactionRow } from './transaction-row.tsx'
import { words } from './words.ts'

/** §9: a recent list shows five rows. */
const RECENT = 5
/** §2: search and filter show when there are more than three transactions. */
const FILTER_FROM = 4

export function RecentTransactions({ query }: { query: UseQueryResult<Transaction[]> }) {
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
            {t.shown(String(Math.min(RECENT, found?.length ?? 0)), String(all.length))}
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
            <TransactionRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function WaitingRows() {
  return (
    <ul>
      {['a', 'b', 'c'].map((row) => (
        <li key={row} className="flex justify-between gap-4 border-rule border-t px-4 py-3">
          <span className="grid gap-2 py-0.5">
            <Bar className="h-5 w-40" />
            <Bar className="h-4 w-28" />
            <Bar className="h-4 w-36" />
          </span>
          <Bar className="h-6 w-24" />
        </li>
      ))}
    </ul>
  )
}
