import type { DBSchema, IDBPDatabase } from 'idb'
import { ANSWER_DATABASE_NAME } from '../../shared/session/field-session.ts'
import { openDatabase } from '../../shared/storage/indexed-db.ts'
import { ANSWER_SHAPE_VERSION } from './answer-shape-version.ts'

/**
 * The last answer of the server to a query, stored on this phone (docs/decisions/0017-offline-app.md). All of
 * them belong to one account, because session.ts deletes the database at sign-out. Each row names its account all the
 * same.
 */
export interface CachedAnswer {
  /** The query's hash. */
  readonly hash: string
  readonly account: string
  readonly data: unknown
  /** The time at which it was read, by this phone's clock, in milliseconds. */
  readonly at: number
}

/** Filtered lists and chosen days make many rows. The rows read longest ago are deleted first. */
const MAX_STORED_ANSWERS = 60
const MAX_ANSWER_AGE_MS = 30 * 24 * 3_600_000

interface AnswerDatabase extends DBSchema {
  answers: { key: string; value: CachedAnswer; indexes: { at: number } }
}

let sharedConnection: { readonly db: Promise<IDBPDatabase<AnswerDatabase>>; users: number } | undefined

/**
 * Runs `work` on the database. Parallel callers share one connection, as all parts of a screen do when it opens without
 * a network. The last of them closes it, so that a sign-out need not wait to delete the database.
 */
async function withAnswerDatabase<T>(work: (db: IDBPDatabase<AnswerDatabase>) => Promise<T>): Promise<T> {
  sharedConnection ??= { db: openAnswerDatabase(), users: 0 }
  const mine = sharedConnection
  mine.users += 1
  try {
    return await work(await mine.db)
  } finally {
    mine.users -= 1
    if (mine.users === 0) {
      sharedConnection = undefined
      void mine.db.then((db) => db.close(), ignoreOpenFailure)
    }
  }
}

/** The caller that opened the database has received the error already. */
function ignoreOpenFailure(): void {}

function openAnswerDatabase(): Promise<IDBPDatabase<AnswerDatabase>> {
  return openDatabase<AnswerDatabase>(ANSWER_DATABASE_NAME, ANSWER_SHAPE_VERSION, {
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
export function storeAnswers(rows: readonly CachedAnswer[], isStill: () => boolean): Promise<void> {
  return withAnswerDatabase(async (db) => {
    if (!isStill()) return
    const { store, done } = db.transaction('answers', 'readwrite')
    const puts = rows.map((row) => store.put(row))
    const surplus = async () => {
      let cursor = await store.index('at').openKeyCursor()
      for (let left = (await store.count()) - MAX_STORED_ANSWERS; cursor !== null && left > 0; left -= 1) {
        await store.delete(cursor.primaryKey)
        cursor = await cursor.continue()
      }
    }
    await Promise.all([...puts, surplus(), done])
  })
}

/** @returns undefined where no answer of this account is stored, or only one older than a month */
export async function loadAnswer(hash: string, account: string): Promise<CachedAnswer | undefined> {
  const row = await withAnswerDatabase((db) => db.get('answers', hash))
  return row !== undefined && row.account === account && row.at > Date.now() - MAX_ANSWER_AGE_MS ? row : undefined
}
