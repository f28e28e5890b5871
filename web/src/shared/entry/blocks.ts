import { useMemo, useState } from 'react'

/** Some rows of a list, drawn and measured together. */
export interface Block<Row> {
  /** The index of its first row in the list, from 0. */
  readonly first: number
  readonly rows: readonly Row[]
}

interface Page<Row> {
  readonly rows: readonly Row[]
}

/** A phone shows eight rows. Blocks of ten need 10,000 measured heights for 100,000 rows, and draw few rows in vain. */
const BLOCK = 10

/**
 * Returns the rows of all pages in blocks. An unchanged page has the same blocks, so that none of them is drawn again.
 * @param keep selects the rows that belong to the list; must be the same function each time
 */
export function useBlocks<Row>(
  pages: readonly Page<Row>[] | undefined,
  keep: (row: Row) => boolean = all,
): readonly Block<Row>[] | undefined {
  const [cut] = useState(() => blockCutter(keep))
  return useMemo(() => pages && inOrder(pages.map((page) => cut(page.rows))), [pages, cut])
}

const all = () => true

type Cut<Row> = readonly (readonly Row[])[]

/** Returns a function that cuts each page into blocks only once, however often later pages are added. */
function blockCutter<Row>(keep: (row: Row) => boolean): (page: readonly Row[]) => Cut<Row> {
  const known = new WeakMap<readonly Row[], Cut<Row>>()
  return (page) => {
    const done = known.get(page)
    if (done !== undefined) return done
    const kept = page.filter(keep)
    const cut = Array.from({ length: Math.ceil(kept.length / BLOCK) }, (_, index) =>
      kept.slice(index * BLOCK, (index + 1) * BLOCK),
    )
    known.set(page, cut)
    return cut
  }
}

function inOrder<Row>(pages: readonly Cut<Row>[]): Block<Row>[] {
  let first = 0
  return pages.flat().map((rows) => {
    const block = { first, rows }
    first += rows.length
    return block
  })
}
