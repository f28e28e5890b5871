import { dayOf } from '@ledger/contracts/dates.ts'
import { memo } from 'react'
import type { EntryColumnId } from './column-ids.ts'
import { type CellContext, ENTRY_TABLE_COLUMNS, type EntryTableRow } from './entry-columns.tsx'

interface Props {
  /** The index of the first row in the list, from 0. */
  first: number
  rows: readonly EntryTableRow[]
  /** The row above the first one. */
  before: EntryTableRow | undefined
  columns: readonly EntryColumnId[]
  context: CellContext
  /** The index in the list of the row that the reader is at, if it is among these. */
  current: number | undefined
  /** Whether a line stands between the days; in a list by amount there is none. */
  isByDay: boolean
  /** How many rows of the table stand above the first of the list. */
  rowsAbove: number
  /** The beginning of the ids of the rows. */
  idPrefix: string
}

/** A few rows of the table, which are drawn again only where one of them has changed. */
export const MemoizedEntryRows = memo(
  function MemoizedEntryRows({ first, rows, before, columns, context, current, isByDay, rowsAbove, idPrefix }: Props) {
    return (
      <tbody>
        {rows.map((row, place) => {
          const index = first + place
          const above = place === 0 ? before : rows[place - 1]
          const isNewDay = isByDay && above !== undefined && dayOf(above.date) !== dayOf(row.date)
          const isCurrent = index === current
          return (
            <tr
              key={row.id}
              id={`${idPrefix}${index}`}
              data-entry-index={index}
              aria-rowindex={index + rowsAbove + 1}
              aria-selected={isCurrent}
              className={`entry-row ${isNewDay ? 'entry-row-new-day' : ''} ${row.deleted === undefined ? '' : 'text-ink-soft'}`}
            >
              {columns.map((id) => {
                const { cell, title, isFigure } = ENTRY_TABLE_COLUMNS[id]
                return (
                  <td key={id} title={title?.(row, context)} className={isFigure ? 'entry-figure' : undefined}>
                    {cell(row, context)}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    )
  },
  (was, is) =>
    was.first === is.first &&
    was.before === is.before &&
    was.columns === is.columns &&
    was.context === is.context &&
    was.current === is.current &&
    was.isByDay === is.isByDay &&
    was.rowsAbove === is.rowsAbove &&
    was.rows.length === is.rows.length &&
    was.rows.every((row, place) => row === is.rows[place]),
)
