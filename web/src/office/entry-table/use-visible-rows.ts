import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MAX_PRINTED_ROWS, useIsPrinting } from '../../shared/design/use-is-printing.ts'

/** Rows are drawn in blocks, because a block that stays in view is not drawn again. */
export const TABLE_ROWS_PER_BLOCK = 10

export interface RowRange {
  /** The index of the first drawn row, the first of a block. */
  readonly first: number
  /** The index behind the last drawn row. */
  readonly end: number
}

/**
 * Returns the rows of a list that are near the view, as the page scrolls: a block before it and a block behind it are
 * drawn, too. All rows have one height, so no row is measured. On paper all rows are drawn, up to MAX_PRINTED_ROWS.
 * @param start an element whose lower edge is where the first row begins
 * @param rowPx the height of a row in pixels
 */
export function useVisibleRows(start: RefObject<Element | null>, count: number, rowPx: number): RowRange {
  const isPrinting = useIsPrinting()
  const [range, setRange] = useState({ first: 0, end: 4 * TABLE_ROWS_PER_BLOCK })
  const look = useRef(() => {})
  look.current = () => {
    const top = start.current?.getBoundingClientRect().bottom ?? 0
    const first = blockAt(-top / rowPx) - TABLE_ROWS_PER_BLOCK
    const end = blockAt((innerHeight - top) / rowPx) + 2 * TABLE_ROWS_PER_BLOCK
    setRange((before) => (before.first === first && before.end === end ? before : { first, end }))
  }
  // Filters change the height above the list. Setting the same range again renders nothing.
  useLayoutEffect(() => look.current())
  useEffect(() => {
    const onMove = () => look.current()
    window.addEventListener('scroll', onMove, { passive: true })
    window.addEventListener('resize', onMove)
    return () => {
      window.removeEventListener('scroll', onMove)
      window.removeEventListener('resize', onMove)
    }
  }, [])
  if (isPrinting) return { first: 0, end: Math.min(count, MAX_PRINTED_ROWS) }
  const first = Math.min(Math.max(0, range.first), blockAt(Math.max(0, count - 1)))
  return { first, end: Math.min(count, Math.max(range.end, first)) }
}

const blockAt = (row: number) => Math.floor(row / TABLE_ROWS_PER_BLOCK) * TABLE_ROWS_PER_BLOCK
