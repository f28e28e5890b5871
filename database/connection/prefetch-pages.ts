import { setImmediate } from 'node:timers/promises'

/**
 * Yields pages of rows in order, up to the first empty one. It requests the next page while the caller processes one,
 * because the server and the reader have a core each. If a page fails, the error is thrown when the caller requests
 * that page. Until then its rejection is marked as handled, because an unhandled rejection would end the process.
 * @param read loads the page after a place
 * @param placeOf returns the place of a row
 */
export async function* prefetchPages<Row, Place>(
  begin: Place,
  read: (after: Place) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row[]> {
  let coming = withHandledRejection(read(begin))
  try {
    for (;;) {
      const rows = await coming
      const last = rows.at(-1)
      if (last === undefined) return
      coming = withHandledRejection(read(placeOf(last)))
      // The query is sent only in a later turn of the event loop. Without this wait, a caller that works synchronously
      // would delay the server until its page is done.
      await setImmediate()
      yield rows
    }
  } finally {
    // A caller that stops early reuses or releases the connection, so no query may be in progress on it.
    await Promise.allSettled([coming])
  }
}

function withHandledRejection<Page>(page: Promise<Page>): Promise<Page> {
  page.catch(() => undefined)
  return page
}
