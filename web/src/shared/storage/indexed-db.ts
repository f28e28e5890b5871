import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB, unwrap } from 'idb'

/**
 * The open transactions of this page. A browser may freeze a page that was left, for the back button. Safari freezes it
 * in the middle of its transactions, which then block every other page of the site for good: a form says "Saving…" and
 * never ends. So a page that is frozen aborts its transactions and begins none until it is shown again. Those of a page
 * that is not frozen are ended by the browser.
 */
const openTransactions = new Set<IDBTransaction>()
const closeCallbacks = new Set<() => void>()
let pageSuspended: Promise<void> | undefined

/** A service worker has no page, so neither event occurs there. */
globalThis.addEventListener('pagehide', (event) => {
  if (!('persisted' in event && event.persisted)) return
  pageSuspended = new Promise((shown) => addEventListener('pageshow', () => shown(), { once: true }))
  for (const transaction of openTransactions) abortTransaction(transaction)
  for (const close of closeCallbacks) close()
})
globalThis.addEventListener('pageshow', () => {
  pageSuspended = undefined
})

function abortTransaction(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has ended, and its event follows.
  }
}

type DatabaseCallbacks<S> = OpenDBCallbacks<S> & {
  /** For a long-lived connection: called when it is closed, because the page was frozen or the browser closed it. */
  closed?: () => void
}

/**
 * As idb's `openDB`, for a page that may be frozen: running transactions then fail with an AbortError, and opening
 * waits until the page is shown.
 * @throws the browser's error where it has no storage for this page
 */
export async function openDatabase<S extends DBSchema>(
  name: string,
  version: number,
  { closed, ...callbacks }: DatabaseCallbacks<S>,
): Promise<IDBPDatabase<S>> {
  await pageSuspended
  const db = await openDB<S>(name, version, { ...callbacks, ...(closed && { terminated: closed }) })
  const native = unwrap(db)
  native.transaction = (...given) => {
    const transaction = IDBDatabase.prototype.transaction.apply(native, given)
    openTransactions.add(transaction)
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => openTransactions.delete(transaction))
    return transaction
  }
  if (closed) {
    const close = () => {
      closeCallbacks.delete(close)
      db.close()
      closed()
    }
    closeCallbacks.add(close)
  }
  return db
}
