import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { type MouseEvent, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { useMediaQuery } from '../controls/use-media-query.ts'
import { type BalanceOrTotalLine, BalanceOrTotalRow } from './balance-or-total-row.tsx'
import type { EntryColumnId } from './column-ids.ts'
import { ENTRY_TABLE_COLUMNS, type EntryTableRow } from './entry-columns.tsx'
import { EntryTableHead } from './entry-table-head.tsx'
import { MemoizedEntryRows } from './memoized-entry-rows.tsx'
import { words } from './screen-texts.ts'
import { remPx, useColumnsThatFit } from './use-columns-that-fit.ts'
import { useEntryCursor } from './use-entry-cursor.ts'
import { useEntryPanel } from './use-entry-panel.tsx'
import { TABLE_ROWS_PER_BLOCK, useVisibleRows } from './use-visible-rows.ts'

interface Props {
  label: string
  admin: OfficeUser
  /** The rows that are loaded, in the order of the list. */
  rows: readonly EntryTableRow[]
  /** The columns that the list has, in their order. */
  columns: readonly EntryColumnId[]
  /** The words of the search. */
  query?: string
  /** The worklist that the rows belong to: the panel offers the review that takes an entry off it. */
  worklist?: WorklistName | undefined
  sort?: TransactionSort
  onSort?(sort: TransactionSort): void
  /** The line above the first row, and the one below the last, on the double line. */
  top?: BalanceOrTotalLine | undefined
  bottom?: BalanceOrTotalLine | undefined
  /**
   * Loads the next page when the reader comes near the end. Undefined while there is none or it cannot be requested.
   */
  onNearEnd?: (() => void) | undefined
  /** Whether the page is about this table, so that its keys work wherever the focus is. */
  isMain?: boolean
}

/** The next page is requested this many rows before the last one. */
const ROWS_BEFORE_END = 60
/** A window as low as a small laptop's has rows of 32 px: with those of 36 px it would show 18 entries and not 20. */
const LOW_WINDOW = '(height < 52rem)'
/**
 * The office's one table: of entries, of a book, of a statement, of what was found. It scrolls with the page, and only
 * the rows near the view are drawn. The current row is moved, opened and closed by the keys, and an open entry stands
 * in a panel beside the table.
 */
export function EntryTable(props: Props) {
  const { label, admin, rows, columns: own, query = '', worklist, sort, onSort, top, bottom } = props
  const { onNearEnd, isMain = false } = props
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const isLow = useMediaQuery(LOW_WINDOW)
  const rowPx = remPx() * (isLow ? 2 : 2.25)
  const table = useRef<HTMLTableElement>(null)
  const start = useRef<HTMLTableSectionElement>(null)
  const range = useVisibleRows(start, rows.length, rowPx)
  const idPrefix = useId()
  const pressed = useRef({ x: 0, y: 0 })
  const panel = useEntryPanel(admin, worklist)
  const open = (index: number) => {
    const row = rows[index]
    if (row !== undefined) panel.open(row)
  }
  const cursor = useEntryCursor({
    table,
    rows,
    rowPx,
    isMain,
    isOpen: panel.isOpen,
    onOpen: () => cursor.index !== undefined && open(cursor.index),
    onClose: panel.close,
  })
  const current = cursor.index === undefined ? undefined : rows[cursor.index]
  // An open panel goes along with the reader, shows the row as it is now, and closes where the row has left the list.
  useEffect(() => {
    if (current === undefined) return
    if (!cursor.isGone) panel.follow(current)
    // A reader who writes a question or a reason goes on.
    else if (document.activeElement?.matches('[role=dialog] :is(textarea, input)') !== true) panel.close()
  }, [current, cursor.isGone, panel.follow, panel.close])
  useStillRows(table, rows, rowPx)
  const brings = onNearEnd !== undefined && range.end >= rows.length - ROWS_BEFORE_END
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows came and the end is still near
  useEffect(() => {
    if (brings) onNearEnd()
  }, [brings, rows.length])
  const columns = useColumnsThatFit(table, own)
  const context = useMemo(() => ({ t, language, query, columns }), [t, language, query, columns])
  const rowsAbove = top === undefined ? 1 : 2
  const blocks = []
  for (let first = range.first; first < range.end; first += TABLE_ROWS_PER_BLOCK)
    blocks.push(
      <MemoizedEntryRows
        key={first}
        first={first}
        rows={rows.slice(first, Math.min(first + TABLE_ROWS_PER_BLOCK, range.end))}
        before={rows[first - 1]}
        columns={columns}
        context={context}
        current={
          cursor.index !== undefined && cursor.index >= first && cursor.index < first + TABLE_ROWS_PER_BLOCK
            ? cursor.index
            : undefined
        }
        isByDay={sort === undefined || sort.endsWith('date')}
        rowsAbove={rowsAbove}
        idPrefix={idPrefix}
      />,
    )
  const isCurrentDrawn = cursor.index !== undefined && cursor.index >= range.first && cursor.index < range.end
  return (
    <div data-panel-open={panel.isOpen || undefined} data-beside-panel="">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of useEntryCursor */}
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are moved through and opened by keys
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + rowsAbove + (bottom === undefined ? 0 : 1)}
        aria-activedescendant={isCurrentDrawn ? `${idPrefix}${cursor.index}` : undefined}
        aria-keyshortcuts="ArrowUp ArrowDown Home End Enter Escape"
        tabIndex={0}
        data-low={isLow || undefined}
        className="entry-table"
        onPointerDown={({ clientX, clientY }) => {
          pressed.current = { x: clientX, y: clientY }
        }}
        onClick={(event) => {
          const index = clickedRow(event, pressed.current)
          if (index === undefined) return
          cursor.moveTo(index)
          open(index)
        }}
      >
        <colgroup>
          {columns.map((id) => (
            <col key={id} style={{ width: ENTRY_TABLE_COLUMNS[id].width }} />
          ))}
        </colgroup>
        <EntryTableHead columns={columns} t={t} sort={sort} onSort={onSort} />
        <tbody ref={start} data-rows-start="">
          {top === undefined ? null : <BalanceOrTotalRow line={top} columns={columns} rowIndex={2} />}
        </tbody>
        <EmptyRows count={range.first} rowPx={rowPx} columns={columns.length} />
        {blocks}
        <EmptyRows count={rows.length - range.end} rowPx={rowPx} columns={columns.length} />
        {bottom === undefined ? null : (
          <tfoot className="print:table-row-group">
            <BalanceOrTotalRow isTotal line={bottom} columns={columns} rowIndex={rows.length + rowsAbove + 1} />
          </tfoot>
        )}
      </table>
      {panel.overlay}
    </div>
  )
}

/** The room of rows that are not drawn. */
function EmptyRows({ count, rowPx, columns }: { count: number; rowPx: number; columns: number }) {
  if (count <= 0) return null
  return (
    <tbody aria-hidden="true" className="entry-space">
      <tr>
        <td colSpan={columns} style={{ height: count * rowPx }} />
      </tr>
    </tbody>
  )
}

/** The pointer has to move so far, in pixels, before a press counts as a selection. */
const DRAG_PX = 4

/**
 * Returns the row that was clicked; undefined where its text was selected, or something in it was pressed.
 * @param pressed where the press began
 */
function clickedRow(event: MouseEvent, pressed: { readonly x: number; readonly y: number }): number | undefined {
  const { target, clientX, clientY, detail } = event
  if (!(target instanceof Element) || target.closest('a, button') !== null) return undefined
  // A second click selects a word, a third one a cell.
  if (detail > 1 || Math.hypot(clientX - pressed.x, clientY - pressed.y) >= DRAG_PX) return undefined
  const index = target.closest<HTMLElement>('[data-entry-index]')?.dataset.entryIndex
  return index === undefined ? undefined : Number(index)
}

/** Keeps the rows that are being read in their place when earlier ones come in above them. */
function useStillRows(
  table: { readonly current: HTMLElement | null },
  rows: readonly { readonly id: string }[],
  rowPx: number,
): void {
  const before = useRef(rows)
  useLayoutEffect(() => {
    const [was] = before.current
    before.current = rows
    if (was === undefined || was.id === rows[0]?.id || window.scrollY === 0) return
    const added = rows.findIndex(({ id }) => id === was.id)
    const isAboveView = (table.current?.getBoundingClientRect().top ?? 0) < 0
    if (added > 0 && isAboveView) window.scrollBy({ top: added * rowPx })
  }, [table, rows, rowPx])
}
