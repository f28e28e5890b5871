import type { TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { EntryColumnId } from './column-ids.ts'
import { ENTRY_TABLE_COLUMNS } from './entry-columns.tsx'
import type { EntryTableWords } from './screen-texts.ts'

interface Props {
  columns: readonly EntryColumnId[]
  t: EntryTableWords
  /** The order of the rows; undefined where the list has one order alone. */
  sort: TransactionSort | undefined
  onSort: ((sort: TransactionSort) => void) | undefined
}

const ARIA_SORT = { up: 'ascending', down: 'descending' } as const

/** The head of the table, which stays in view. A second press on a head turns the order around. */
export function EntryTableHead({ columns, t, sort, onSort }: Props) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((id) => {
          const { sort: by, isFigure } = ENTRY_TABLE_COLUMNS[id]
          const direction = by === undefined || sort?.replace('-', '') !== by ? undefined : sort === by ? 'up' : 'down'
          const Arrow = direction === 'up' ? ArrowUp : ArrowDown
          return (
            <th
              key={id}
              scope="col"
              aria-sort={direction === undefined ? undefined : ARIA_SORT[direction]}
              className={isFigure ? 'entry-figure' : undefined}
            >
              {by === undefined || onSort === undefined ? (
                t[id]
              ) : (
                <button
                  type="button"
                  title={by === 'date' ? t.sortByDate : t.sortByAmount}
                  onClick={() => onSort(direction === 'down' ? by : `-${by}`)}
                  className="inline-flex items-center gap-1 rounded-brick py-1 hover:text-ink"
                >
                  {isFigure && direction !== undefined ? (
                    <Arrow className="size-3.5 print:hidden" aria-hidden="true" />
                  ) : null}
                  {t[id]}
                  {!isFigure && direction !== undefined ? (
                    <Arrow className="size-3.5 print:hidden" aria-hidden="true" />
                  ) : null}
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
