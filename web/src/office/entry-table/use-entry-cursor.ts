import { type RefObject, useEffect, useRef, useState } from 'react'

interface Options {
  table: RefObject<HTMLTableElement | null>
  /** The ids of the rows decide which row the reader is at: rows that come in above it move it along. */
  rows: readonly { readonly id: string }[]
  rowPx: number
  /** Whether the keys work wherever the focus is on the page, and not only in the table. */
  isMain: boolean
  isOpen: boolean
  onOpen(): void
  onClose(): void
}

interface EntryCursor {
  /** The index of the row that the reader is at; undefined where there is none. */
  readonly index: number | undefined
  /** Whether that row has left the list: then it is the index of the row that has taken its place. */
  readonly isGone: boolean
  moveTo(index: number): void
}

/** Keeps the row that the reader is at, and moves, opens and closes it by the keys. */
export function useEntryCursor({ table, rows, rowPx, isMain, isOpen, onOpen, onClose }: Options): EntryCursor {
  const [cursor, setCursor] = useState<{ readonly id: string; readonly index: number }>()
  const found = cursor === undefined ? undefined : indexOf(rows, cursor)
  const isGone = cursor !== undefined && found === undefined
  const index = isGone ? Math.min(cursor.index, rows.length - 1) : found
  const moveTo = (wanted: number) => {
    const row = rows[wanted]
    if (row !== undefined) setCursor({ id: row.id, index: wanted })
  }
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {})
  onKey.current = (event) => {
    if (!isForTable(event, table.current, isMain)) return
    const step = (to: number) => {
      event.preventDefault()
      const next = Math.min(Math.max(0, to), rows.length - 1)
      moveTo(next)
      table.current?.focus({ preventScroll: true })
      scrollToRow(table.current, next, rowPx)
    }
    switch (event.key) {
      case 'ArrowDown':
        return step(index === undefined ? firstInView(table.current, rowPx) : index + 1)
      case 'ArrowUp':
        return step(index === undefined ? firstInView(table.current, rowPx) : index - 1)
      case 'Home':
        return step(0)
      case 'End':
        return step(rows.length - 1)
      case 'Enter':
        if (index === undefined || isControl(event.target)) return
        event.preventDefault()
        return onOpen()
      case 'Escape':
        if (isOpen) {
          event.preventDefault()
          onClose()
        } else setCursor(undefined)
    }
  }
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey.current(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return { index, isGone, moveTo }
}

/** Returns where a row is now; undefined once it is not in the list. */
function indexOf(rows: Options['rows'], { id, index }: { id: string; index: number }): number | undefined {
  if (rows[index]?.id === id) return index
  const now = rows.findIndex((row) => row.id === id)
  return now === -1 ? undefined : now
}

/** Tells whether a key is meant for the table: not for an overlay, a field or another table. */
function isForTable(event: KeyboardEvent, table: HTMLElement | null, isMain: boolean): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return false
  if (document.querySelector('dialog[open], .paper') !== null) return false
  if (target.matches('[data-entry-search]')) return event.key === 'ArrowDown'
  if (target.closest('input, select, textarea, [role=menu]') !== null) return false
  // The panel is beside the table: its own keys scroll it, and Escape closes it.
  if (target.closest('[role=dialog]') !== null) return event.key === 'Escape'
  return isMain || (table?.contains(target) ?? false)
}

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, summary') !== null

/** Returns the upper edge of the first row on the screen, in pixels. */
const rowsTop = (table: HTMLElement) => table.querySelector('[data-rows-start]')?.getBoundingClientRect().bottom ?? 0

const headBottom = (table: HTMLElement) => table.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0

function firstInView(table: HTMLElement | null, rowPx: number): number {
  return table === null ? 0 : Math.ceil(Math.max(0, headBottom(table) - rowsTop(table)) / rowPx)
}

/** Scrolls the page by as little as brings a row into view, below the head and above the end of the window. */
function scrollToRow(table: HTMLElement | null, index: number, rowPx: number): void {
  if (table === null) return
  const top = rowsTop(table) + index * rowPx
  // At the first row the page goes to its own beginning, with the filters.
  if (index === 0) window.scrollTo({ top: 0 })
  else if (top < headBottom(table)) window.scrollBy({ top: top - headBottom(table) })
  else if (top + 2 * rowPx > innerHeight) window.scrollBy({ top: top + 2 * rowPx - innerHeight })
}
