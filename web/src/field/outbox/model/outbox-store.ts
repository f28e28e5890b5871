import { type DBSchema, type IDBPDatabase, unwrap } from 'idb'
import { openDatabase } from '../../../shared/storage/indexed-db.ts'
import { blobOf, refusesBlobs, type StoredFile, toStorableRows } from '../../../shared/storage/stored-file.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import { type OutboxChanges, withNewOwner } from './outbox-transitions.ts'

/** A file that waits with an entry until it is uploaded and the entry is booked. */
export interface PendingFile {
  readonly id: string
  readonly owner: string
  readonly blob: Blob
}

/** The store of the waiting entries. The entries of one account are never read for another. */
export interface OutboxStore {
  /** Whether it survives the page. */
  readonly isPersistent: boolean
  /** Returns the entries sorted by `order`. */
  entriesOf(owner: string): Promise<OutboxEntry[]>
  /**
   * Calls a pure function with the entries of an account, and writes its changes in one transaction: all of them or
   * none, and no other tab or worker decides in between. Also deletes files that no entry names any more.
   */
  update<C extends OutboxChanges>(
    owner: string,
    decide: (entries: readonly OutboxEntry[]) => C,
    files?: readonly PendingFile[],
  ): Promise<C>
  file(owner: string, id: string): Promise<Blob | undefined>
}

interface OutboxDatabase extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { owner: string } }
  files: { key: string; value: Omit<PendingFile, 'blob'> & { blob: StoredFile }; indexes: { owner: string } }
}

export const OUTBOX_DATABASE_NAME = 'outbox'
/** Each version has its step in `upgrade`: the entries on a phone survive a new version of the app. */
const OUTBOX_DATABASE_VERSION = 1

let outboxConnection: Promise<IDBPDatabase<OutboxDatabase>> | undefined

function openOutboxDatabase(): Promise<IDBPDatabase<OutboxDatabase>> {
  outboxConnection ??= openDatabase<OutboxDatabase>(OUTBOX_DATABASE_NAME, OUTBOX_DATABASE_VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('entries', { keyPath: 'id' }).createIndex('owner', 'owner')
        db.createObjectStore('files', { keyPath: 'id' }).createIndex('owner', 'owner')
      }
    },
    // A newer version of the app, in another tab, waits until this connection closes.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      outboxConnection = undefined
    },
    closed() {
      outboxConnection = undefined
    },
  }).catch((error: unknown) => {
    outboxConnection = undefined
    throw error
  })
  return outboxConnection
}

/** Tells whether this is a private window of Safari, whose storage ends with it. */
export async function isPrivateWindow(): Promise<boolean> {
  return refusesBlobs(unwrap(await openOutboxDatabase()), 'files')
}

/** The store in IndexedDB. Every call throws where the browser has none for this page. */
export const indexedDbStore: OutboxStore = {
  isPersistent: true,
  async entriesOf(owner) {
    return sortedByOrder(await (await openOutboxDatabase()).getAllFromIndex('entries', 'owner', owner))
  },
  async update(owner, decide, files = []) {
    const db = await openOutboxDatabase()
    const rows = await toStorableRows(unwrap(db), 'files', files)
    // Strict: an entry must be in the phone's own storage before the app reports it as stored.
    const transaction = db.transaction(['entries', 'files'], 'readwrite', {
      durability: 'strict',
    })
    const [entries, storedFiles] = [transaction.objectStore('entries'), transaction.objectStore('files')]
    // The transaction rejects before the request that fails it.
    void transaction.done.catch(ignoreRequestFailure)
    try {
      const decided = decide(sortedByOrder(await entries.index('owner').getAll(owner)))
      for (const row of rows) void storedFiles.put(row).catch(ignoreRequestFailure)
      for (const id of decided.remove) void entries.delete(id).catch(ignoreRequestFailure)
      for (const entry of decided.put) void entries.put(entry).catch(ignoreRequestFailure)
      const named = new Set((await entries.index('owner').getAll(owner)).flatMap(fileIdsOf))
      for (const id of await storedFiles.index('owner').getAllKeys(owner))
        if (!named.has(id)) void storedFiles.delete(id).catch(ignoreRequestFailure)
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
    const found = await (await openOutboxDatabase()).get('files', id)
    return found?.owner === owner ? blobOf(found.blob) : undefined
  },
}

/** Moves the entries of one owner, and their files, to another, all of them or none. */
export async function changeOwner(from: string, to: string): Promise<void> {
  const transaction = (await openOutboxDatabase()).transaction(['entries', 'files'], 'readwrite', {
    durability: 'strict',
  })
  const [entries, files] = [transaction.objectStore('entries'), transaction.objectStore('files')]
  const move = async () => {
    const waiting = await entries.index('owner').getAll(to)
    const moved = withNewOwner(waiting, sortedByOrder(await entries.index('owner').getAll(from)), to)
    const blobs = await files.index('owner').getAll(from)
    await Promise.all([
      ...moved.map((entry) => entries.put(entry)),
      ...blobs.map((file) => files.put({ ...file, owner: to })),
    ])
  }
  await Promise.all([move(), transaction.done])
}

/** A failed request fails its transaction, which is awaited. */
const ignoreRequestFailure = () => undefined

/** Returns a store for a browser that can store nothing. Its entries live as long as the page. */
export function inMemoryStore(): OutboxStore {
  let all: OutboxEntry[] = []
  let blobs: PendingFile[] = []
  const of = (owner: string) => sortedByOrder(all.filter((entry) => entry.owner === owner))
  return {
    isPersistent: false,
    entriesOf: async (owner) => of(owner),
    async update(owner, decide, files = []) {
      const decided = decide(of(owner))
      const gone = new Set([...decided.remove, ...decided.put.map(({ id }) => id)])
      all = [...all.filter(({ id }) => !gone.has(id)), ...decided.put]
      const named = new Set(all.flatMap(fileIdsOf))
      blobs = [...blobs, ...files].filter(({ id }) => named.has(id))
      return decided
    },
    file: async (owner, id) => blobs.find((file) => file.id === id && file.owner === owner)?.blob,
  }
}

function sortedByOrder(entries: OutboxEntry[]): OutboxEntry[] {
  return entries.toSorted((a, b) => a.order - b.order)
}

function fileIdsOf({ bills = [] }: OutboxEntry): string[] {
  return bills.flatMap(({ file }) => file ?? [])
}
