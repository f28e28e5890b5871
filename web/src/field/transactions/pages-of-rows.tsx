import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { ReactNode } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Failed } from '../../shared/design/states.tsx'
import { RowsOfBox, RowsOfPage } from '../../shared/entry/rows.tsx'
import { WaitingRows } from '../../shared/entry/waiting-rows.tsx'
import { useWords } from '../../shared/language/words.ts'
import { TransactionRow } from '../site-dashboard/transaction-row.tsx'
import type { Pages } from './use-pages.ts'
import { words } from './words.ts'

interface Props {
  pages: Pages
  /** Rows that wait to be sent, above the others. */
  added?: readonly Transaction[]
  actionsOf(row: Transaction): ReactNode
  /** Shown where there is no row. */
  empty: ReactNode
  /** With a name, the list is a box that scrolls. Without one, the rows scroll with the page. */
  boxLabel?: string
}

/** A list of any length in all its states: loading, empty, failed, with more pages. */
export function PagesOfRows({ pages, added = [], actionsOf, empty, boxLabel }: Props) {
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
        {error === null ? <WaitingRows /> : <Failed message={messageOf(error)} onRetry={pages.again} />}
      </>
    )
  if (blocks.length === 0) return above ?? <div className="border-rule border-t">{empty}</div>
  const list = {
    blocks,
    drawRow: (row: Transaction) => <TransactionRow row={row} actions={actionsOf(row)} />,
    onNearEnd: pages.more,
  }
  return (
    <>
      {above}
      <div className="aria-busy:opacity-60" aria-busy={pages.areOfBefore}>
        {boxLabel === undefined ? <RowsOfPage {...list} /> : <RowsOfBox {...list} label={boxLabel} />}
      </div>
      {pages.isLoadingMore ? (
        <p role="status" className="border-rule border-t p-4 text-center text-ink-soft">
          {t.more}
        </p>
      ) : error === null ? null : (
        <div className="border-rule border-t">
          <Failed message={messageOf(error)} onRetry={pages.again} />
        </div>
      )}
    </>
  )
}
