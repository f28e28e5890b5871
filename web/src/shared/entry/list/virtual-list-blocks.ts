import { useMemo, useState } from 'react'

/** Some rows of a list, drawn and measured together. */
export interface RowBlock<Row> {
  /** The index of its first row in the list, from 0. */
  readonly first: number
  readonly rows: readonly Row[]
  /** The last row of the block before, by which the first row of this one may begin a day. */
  readonly previous: Row | undefined
}

interface PageOfRows<Row> {
  readonly rows: readonly Row[]
}

/** A phone shows eight rows. Blocks of ten need 10,000 measured heights for 100,000 rows, and draw few rows in vain. */
export const ROWS_PER_BLOCK = 10

/**
 * Returns the rows of all pages in blocks. An unchanged page has the same blocks, so that none of them is drawn again.
 * @param keep selects the rows that belong to the list; must be the same function each time
 */
export function useRowBlocks<Row>(
  pages: readonly PageOfRows<Row>[] | undefined,
  keep: (row: Row) => boolean = keepAllRows,
): readonly RowBlock<Row>[] | undefined {
  const [cut] = useState(() => blockCutter(keep))
  return useMemo(() => pages && numberBlocks(pages.map((page) => cut(page.rows))), [pages, cut])
}

const keepAllRows = () => true

type PageInBlocks<Row> = readonly (readonly Row[])[]

/** Returns a function that cuts each page into blocks only once, however often later pages are added. */
function blockCutter<Row>(keep: (row: Row) => boolean): (page: readonly Row[]) => PageInBlocks<Row> {
  const known = new WeakMap<readonly Row[], PageInBlocks<Row>>()
  return (page) => {
    const done = known.get(page)
    if (done !== undefined) return done
    const shown = page.filter(keep)
    const cut = Array.from({ length: Math.ceil(shown.length / ROWS_PER_BLOCK) }, (_, index) =>
      shown.slice(index * ROWS_PER_BLOCK, (index + 1) * ROWS_PER_BLOCK),
    )
    known.set(page, cut)
    return cut
  }
}

function numberBlocks<Row>(pages: readonly PageInBlocks<Row>[]): RowBlock<Row>[] {
  let first = 0
  let previous: Row | undefined
  return pages.flat().map((rows) => {
    const block = { first, rows, previous }
    first += rows.length
    previous = rows.at(-1)
    return block
  })
}
