import type { Instant } from '@ledger/contracts/dates.ts'

interface DatedRow {
  readonly id: string
  readonly date: Instant
}
interface LoadedPage<R> {
  readonly rows: readonly R[]
}

/**
 * Returns the pages with the rows that wait to be sent put in at their dates. A page without one stays the same object.
 * A row that is older than all loaded ones is left out while there is more to load.
 * @param waiting the newest first
 */
export function placePendingRows<R extends DatedRow>(
  pages: readonly LoadedPage<R>[],
  waiting: readonly R[],
  hasMore: boolean,
): readonly LoadedPage<R>[] {
  let placed = pages.length === 0 && !hasMore && waiting.length > 0 ? [{ rows: [] }] : pages
  for (const row of waiting.toReversed()) {
    if (placed.some(({ rows }) => rows.some(({ id }) => id === row.id))) continue
    const found = placed.findIndex(({ rows }) => (rows.at(-1)?.date ?? '') <= row.date && rows.length > 0)
    const at = found === -1 && !hasMore ? placed.length - 1 : found
    placed = placed.map((page, place) => (place === at ? { ...page, rows: withRow(page.rows, row) } : page))
  }
  return placed
}

function withRow<R extends DatedRow>(rows: readonly R[], row: R): readonly R[] {
  const older = rows.findIndex(({ date }) => date <= row.date)
  return older === -1 ? [...rows, row] : rows.toSpliced(older, 0, row)
}
