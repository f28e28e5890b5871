import type { Transaction } from '@ledger/contracts/http/responses.ts'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { BoxVirtualList, PageVirtualList } from '../../shared/entry/list/virtual-list.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { TransactionRow } from '../site-dashboard/transaction-row.tsx'
import { words } from './screen-texts.ts'
import type { TransactionPages } from './use-transaction-pages.ts'

interface Props {
  pages: TransactionPages
  /** Rows that wait to be sent, above the others. */
  added?: readonly Transaction[]
  actionsOf(row: Transaction): ReactNode
  /** The search that the rows were found by. */
  query?: string | undefined
  /** Shown where there is no row. */
  empty: ReactNode
  /** With a name, the list is a box that scrolls. Without one, the rows scroll with the page. */
  boxLabel?: string
}

/** A list of any length in all its states: loading, empty, failed, with more pages. */
export function TransactionList({ pages, added = [], actionsOf, query, empty, boxLabel }: Props) {
  const t = useWords(words)
  const { blocks, error } = pages
  const above =
    added.length === 0 ? null : (
      <ul>
        {added.map((row) => (
          <li key={row.id}>
            <TransactionRow row={row} actions={actionsOf(row)} />
          </li>
        ))}
      </ul>
    )
  if (blocks === undefined)
    return (
      <>
        {above}
        {error === null ? <RowsSkeleton /> : <FailedState message={errorMessage(error)} onRetry={pages.retry} />}
      </>
    )
  if (blocks.length === 0) return above ?? <div className="border-rule border-t">{empty}</div>
  const list = {
    blocks,
    drawRow: (row: Transaction) => (
      <TransactionRow row={row} actions={actionsOf(row)} show={(text) => <MarkedText text={text} query={query} />} />
    ),
    onNearEnd: pages.loadMore,
    hasMore: pages.hasMore,
  }
  return (
    <>
      {above}
      <div className="aria-busy:opacity-60" aria-busy={pages.isPlaceholder}>
        {boxLabel === undefined ? <PageVirtualList {...list} /> : <BoxVirtualList {...list} label={boxLabel} />}
      </div>
      {pages.isLoadingMore ? (
        <p role="status" className="border-rule border-t p-4 text-center text-ink-soft">
          {t.more}
        </p>
      ) : error === null ? null : (
        <div className="border-rule border-t">
          <FailedState message={errorMessage(error)} onRetry={pages.retry} />
        </div>
      )}
    </>
  )
}
