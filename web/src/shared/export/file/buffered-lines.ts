import type { SheetLine } from './sheet-model.ts'

/** Lines stored until all are read. Only then is the first one known, because a list comes newest first. */
export interface BufferedLines {
  /** Yields all of them, page by page. */
  read(order: { oldestFirst: boolean }): AsyncGenerator<readonly SheetLine[]>
}

/**
 * Reads rows to their end and stores their lines as JSON in Blobs, which the browser holds outside the page's memory.
 * @param lists pages of rows, in the order of the list
 * @param onRead called with the number of rows read so far
 * @returns undefined where there is no row
 */
export async function bufferLines<Row>(
  lists: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => SheetLine,
  onRead: OnRowsRead,
): Promise<BufferedLines | undefined> {
  const pages: Blob[] = []
  let count = 0
  for await (const rows of lists) {
    count += rows.length
    if (rows.length > 0) pages.push(new Blob([JSON.stringify(rows.map((row) => lineOf(row)))]))
    onRead(count)
  }
  if (count === 0) return undefined
  return {
    async *read({ oldestFirst }) {
      for (const page of oldestFirst ? pages.toReversed() : pages) {
        const lines: readonly SheetLine[] = JSON.parse(await page.text())
        yield oldestFirst ? lines.toReversed() : lines
      }
    },
  }
}

/** Returns lines that are all at hand already, as buffered ones; they stay in the order in which they are given. */
export function linesAtHand(lines: readonly SheetLine[]): BufferedLines {
  return {
    async *read() {
      yield lines
    },
  }
}

/** Called with the number of rows read so far. */
export type OnRowsRead = (rows: number) => void
