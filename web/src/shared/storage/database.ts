import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB, unwrap } from 'idb'

/**
 * A page that is left may be put aside whole, for the back button. Safari puts it aside in the middle of its transactions, which then hold
 * up every other page of the site for good: a form says "Saving…" and never ends. So a page that is put aside breaks off what it has begun,
 * and begins nothing until it is shown again. Of one that is not kept the browser ends them.
 */
const begun = new Set<IDBTransaction>()
const lasting = new Set<() => void>()
let aside: Promise<void> | undefined

/** A service worker, which has no page, hears of neither. */
globalThis.addEventListener('pagehide', (event) => {
  if (!('persisted' in event && event.persisted)) return
  aside = new Promise((shown) => addEventListener('pageshow', () => shown(), { once: true }))
  for (const transaction of begun) breakOff(transaction)
  for (const close of lasting) close()
})
globalThis.addEventListener('pageshow', () => {
  aside = undefined
})

function breakOff(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended, and is about to say so.
  }
}

type Callbacks<S> = OpenDBCallbacks<S> & {
  /** For a connection that is kept: it is closed, since the page was put aside or the browser closed it. */
  closed?: () => void
}

/**
 * As idb's `openDB`, for a page that may be put aside: then what is under way fails with an AbortError, and opening waits until it is shown.
 * @throws whatever the browser says where it has no storage for this page
 */
export async function openDatabase<S extends DBSchema>(
  name: string,
  version: number,
  { closed, ...callbacks }: Callbacks<S>,
): Promise<IDBPDatabase<S>> {
  await aside
  const db = await openDB<S>(name, version, { ...callbacks, ...(closed && { terminated: closed }) })
  const native = unwrap(db)
  native.transaction = (...given) => {
    const transaction = IDBDatabase.prototype.transaction.apply(native, given)
    begun.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => begun.delete(transaction))
    return transaction
  }
  if (closed) {
    const close = () => {
      lasting.delete(close)
      db.close()
      closed()
    }
    lasting.add(close)
  }
  return db
}
