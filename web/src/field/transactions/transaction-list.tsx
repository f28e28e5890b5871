import { dayOf } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { IncompletePrintNote } from '../../shared/design/incomplete-print-note.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { BoxVirtualList, PageVirtualList } from '../../shared/entry/list/virtual-list.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { DayHeading, type HeadingSums } from '../khata/day-heading.tsx'
import { isFirstOfDay } from '../khata/is-first-of-day.ts'
import { words } from './screen-texts.ts'
import { TransactionRow } from './transaction-row.tsx'
import type { TransactionPages } from './use-transaction-pages.ts'

interface Props {
  pages: TransactionPages
  /** Rows that wait to be sent, shown above where the ledger's rows are not known. Else they stand among those. */
  waiting?: readonly Transaction[]
  actionsOf(row: Transaction): ReactNode
  /** The search that the rows were found by. */
  query?: string | undefined
  /** Shown where there is no row. */
  empty: ReactNode
  /** With a name, the list is a box that scrolls. Without one, the rows scroll with the page. */
  boxLabel?: string
  /** The sums in the headings of days. */
  sums: HeadingSums
  /** The most rows that are shown; undefined for all. */
  limit?: number
}

/** A list of any length in all its states: loading, empty, failed, with more pages. */
export function TransactionList({ pages, waiting = [], actionsOf, query, empty, boxLabel, sums, limit }: Props) {
  const t = useWords(words)
  const { blocks, error } = pages
  const drawRow = (row: Transaction, previous: Transaction | undefined) => (
    <>
      {isFirstOfDay(row, previous) ? <DayHeading day={dayOf(row.date)} sums={sums} isReady /> : null}
      <TransactionRow row={row} actions={actionsOf(row)} show={(text) => <MarkedText text={text} query={query} />} />
    </>
  )
  const few = (rows: readonly Transaction[]) => (
    <ul>
      {rows.map((row, place) => (
        <li key={row.id}>{drawRow(row, rows[place - 1])}</li>
      ))}
    </ul>
  )
  if (blocks === undefined)
    return (
      <>
        {waiting.length === 0 ? null : few(waiting)}
        {error === null ? <RowsSkeleton /> : <FailedState message={errorMessage(error)} onRetry={pages.retry} />}
      </>
    )
  if (blocks.length === 0) return <div className="border-rule border-t">{empty}</div>
  const list = {
    blocks,
    drawRow,
    onNearEnd: pages.loadMore,
    hasMore: pages.hasMore,
  }
  if (limit !== undefined) {
    const rows = blocks.slice(0, limit).flatMap((block) => block.rows)
    return (
      <>
        {few(rows.slice(0, limit))}
        {rows.length > limit || pages.hasMore ? <IncompletePrintNote text={t.newestRows} /> : null}
      </>
    )
  }
  return (
    <>
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
