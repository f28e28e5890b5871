import { setImmediate } from 'node:timers/promises'

/**
 * Pages of rows in order, up to the first empty one. The next page is on its way while one is worked on: the server and the
 * reader have a core each. A page that fails is the error of whoever asks for it next, however long that takes: until then
 * nobody waits for it, and a rejection that nobody handles would end the process.
 * @param read the page after a place; `placeOf` is the place of its last row
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
      // Until here nothing has been sent: whoever works on the page without waiting would have the server begin after it.
      await setImmediate()
      yield rows
    }
  } finally {
    // Whoever stops early goes on with the connection, or lets it go: nothing may be on its way on it.
    await Promise.allSettled([coming])
  }
}

function withHandledRejection<Page>(page: Promise<Page>): Promise<Page> {
  page.catch(() => undefined)
  return page
}
