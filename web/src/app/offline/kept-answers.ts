import type { DBSchema, IDBPDatabase } from 'idb'
import { KEPT_ANSWERS } from '../../shared/session/session.ts'
import { openDatabase } from '../../shared/storage/database.ts'

/**
 * The last answer of the server to a query, stored on this phone (docs/decisions/0018-without-a-network.md). All of
 * them belong to one account, because session.ts deletes the database at sign-out. Each row names its account all the
 * same.
 */
export interface KeptAnswer {
  /** The query's hash. */
  readonly hash: string
  readonly account: string
  readonly data: unknown
  /** The time at which it was read, by this phone's clock, in milliseconds. */
  readonly at: number
}

/**
 * Rises when the shape of a stored answer changes: answers of an older shape are not shown.
 * tests/unit/web/kept-answers.test.ts checks it.
 */
const SHAPE = 1

/** Filtered lists and chosen days make many rows. The rows read longest ago are deleted first. */
const MOST_ROWS = 60
const LONGEST_MS = 30 * 24 * 3_600_000

interface Schema extends DBSchema {
  answers: { key: string; value: KeptAnswer; indexes: { at: number } }
}

let shared: { readonly db: Promise<IDBPDatabase<Schema>>; users: number } | undefined

/**
 * Runs `work` on the database. Parallel callers share one connection, as all parts of a screen do when it opens without
 * a network. The last of them closes it, so that a sign-out need not wait to delete the database.
 */
async function withAnswers<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  shared ??= { db: openAnswers(), users: 0 }
  const mine = shared
  mine.users += 1
  try {
    return await work(await mine.db)
  } finally {
    mine.users -= 1
    if (mine.users === 0) {
      shared = undefined
      void mine.db.then((db) => db.close(), notOpened)
    }
  }
}

/** The caller that opened the database has received the error already. */
function notOpened(): void {}

function openAnswers(): Promise<IDBPDatabase<Schema>> {
  return openDatabase<Schema>(KEPT_ANSWERS, SHAPE, {
    upgrade(database) {
      for (const name of database.objectStoreNames) database.deleteObjectStore(name)
      database.createObjectStore('answers', { keyPath: 'hash' }).createIndex('at', 'at')
    },
  })
}

/**
 * Stores the answers and deletes the oldest surplus.
 * @param isStill asked at the last moment whether these answers may still be stored
 */
export function putAnswers(rows: readonly KeptAnswer[], isStill: () => boolean): Promise<void> {
  return withAnswers(async (db) => {
    if (!isStill()) return
    const { store, done } = db.transaction('answers', 'readwrite')
    const puts = rows.map((row) => store.put(row))
    const surplus = async () => {
      let cursor = await store.index('at').openKeyCursor()
      for (let left = (await store.count()) - MOST_ROWS; cursor !== null && left > 0; left -= 1) {
        await store.delete(cursor.primaryKey)
        cursor = await cursor.continue()
      }
    }
    await Promise.all([...puts, surplus(), done])
  })
}

/** @returns undefined where no answer of this account is stored, or only one older than a month */
export async function keptAnswer(hash: string, account: string): Promise<KeptAnswer | undefined> {
  const row = await withAnswers((db) => db.get('answers', hash))
  return row !== undefined && row.account === account && row.at > Date.now() - LONGEST_MS ? row : undefined
}
