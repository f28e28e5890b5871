import type { DBSchema, IDBPDatabase } from 'idb'
import { openDatabase } from '../../shared/storage/database.ts'
import { adopted, type Changes } from './decide.ts'
import type { Entry } from './entry.ts'

/** A file that waits with an entry until it is uploaded and the entry is booked. */
export interface WaitingFile {
  readonly id: string
  readonly owner: string
  readonly blob: Blob
}

/** The store of the waiting entries. The entries of one account are never read for another. */
export interface Store {
  /** Whether it survives the page. */
  readonly isKept: boolean
  /** Returns the entries sorted by `order`. */
  entriesOf(owner: string): Promise<Entry[]>
  /**
   * Calls a pure function with the entries of an account, and writes its changes in one transaction: all of them or
   * none, and no other tab or worker decides in between. Also deletes files that no entry names any more.
   */
  change<C extends Changes>(
    owner: string,
    decide: (entries: readonly Entry[]) => C,
    files?: readonly WaitingFile[],
  ): Promise<C>
  file(owner: string, id: string): Promise<Blob | undefined>
}

interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { owner: string } }
  files: { key: string; value: WaitingFile; indexes: { owner: string } }
}

export const DATABASE = 'outbox'
/** Each version has its step in `upgrade`: the entries on a phone survive a new version of the app. */
const VERSION = 1

let opened: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDatabase<Schema>(DATABASE, VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('entries', { keyPath: 'id' }).createIndex('owner', 'owner')
        db.createObjectStore('files', { keyPath: 'id' }).createIndex('owner', 'owner')
      }
    },
    // A newer version of the app, in another tab, waits until this connection closes.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    closed() {
      opened = undefined
    },
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** The store in IndexedDB. Every call throws where the browser has none for this page, as in some private windows. */
export const keptStore: Store = {
  isKept: true,
  async entriesOf(owner) {
    return inOrder(await (await open()).getAllFromIndex('entries', 'owner', owner))
  },
  async change(owner, decide, files = []) {
    // Strict: an entry must be in the phone's own storage before the app reports it as stored.
    const transaction = (await open()).transaction(['entries', 'files'], 'readwrite', { durability: 'strict' })
    const [entries, kept] = [transaction.objectStore('entries'), transaction.objectStore('files')]
    // The transaction rejects before the request that fails it.
    void transaction.done.catch(heardByTransaction)
    try {
      const decided = decide(inOrder(await entries.index('owner').getAll(owner)))
      for (const file of files) void kept.put(file).catch(heardByTransaction)
      for (const id of decided.remove) void entries.delete(id).catch(heardByTransaction)
      for (const entry of decided.put) void entries.put(entry).catch(heardByTransaction)
      const named = new Set((await entries.index('owner').getAll(owner)).flatMap(filesOf))
      for (const id of await kept.index('owner').getAllKeys(owner))
        if (!named.has(id)) void kept.delete(id).catch(heardByTransaction)
      await transaction.done
      return decided
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // The transaction has already ended.
      }
      throw error
    }
  },
  async file(owner, id) {
    const found = await (await open()).get('files', id)
    return found?.owner === owner ? found.blob : undefined
  },
}

/** Moves the entries of one owner, and their files, to another, all of them or none. */
export async function takeOver(from: string, to: string): Promise<void> {
  const transaction = (await open()).transaction(['entries', 'files'], 'readwrite', { durability: 'strict' })
  const [entries, files] = [transaction.objectStore('entries'), transaction.objectStore('files')]
  const move = async () => {
    const waiting = await entries.index('owner').getAll(to)
    const moved = adopted(waiting, inOrder(await entries.index('owner').getAll(from)), to)
    const blobs = await files.index('owner').getAll(from)
    await Promise.all([
      ...moved.map((entry) => entries.put(entry)),
      ...blobs.map((file) => files.put({ ...file, owner: to })),
    ])
  }
  await Promise.all([move(), transaction.done])
}

/** A failed request fails its transaction, which is awaited. */
const heardByTransaction = () => undefined

/** Returns a store for a browser that can store nothing. Its entries live as long as the page. */
export function pageStore(): Store {
  let all: Entry[] = []
  let blobs: WaitingFile[] = []
  const of = (owner: string) => inOrder(all.filter((entry) => entry.owner === owner))
  return {
    isKept: false,
    entriesOf: async (owner) => of(owner),
    async change(owner, decide, files = []) {
      const decided = decide(of(owner))
      const gone = new Set([...decided.remove, ...decided.put.map(({ id }) => id)])
      all = [...all.filter(({ id }) => !gone.has(id)), ...decided.put]
      const named = new Set(all.flatMap(filesOf))
      blobs = [...blobs, ...files].filter(({ id }) => named.has(id))
      return decided
    },
    file: async (owner, id) => blobs.find((file) => file.id === id && file.owner === owner)?.blob,
  }
}

function inOrder(entries: Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.order - b.order)
}

function filesOf({ bills = [] }: Entry): string[] {
  return bills.flatMap(({ file }) => file ?? [])
}
