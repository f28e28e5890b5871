import type { DBSchema, IDBPDatabase } from 'idb'
import { KEPT_ANSWERS } from '../../shared/session/session.ts'
import { openDatabase } from '../../shared/storage/database.ts'

/**
 * What the server answered last, on this phone (docs/decisions/0018-without-a-network.md). All of it belongs to one account: session.ts
 * throws the database away with whoever leaves, and each row names its account all the same.
 */
export interface KeptAnswer {
  /** The query's hash. */
  readonly hash: string
  readonly account: string
  readonly data: unknown
  /** When it was read, by this phone's clock, in milliseconds. */
  readonly at: number
}

/** Goes up when what is kept of an answer gets another shape: what an older app kept is not shown. tests/unit/web/kept-answers.test.ts sees it. */
const SHAPE = 1

/** Lists that were narrowed, days that were chosen: what was read longest ago goes first. */
const MOST_ROWS = 60
const LONGEST_MS = 30 * 24 * 3_600_000

interface Schema extends DBSchema {
  answers: { key: string; value: KeptAnswer; indexes: { at: number } }
}

let shared: { readonly db: Promise<IDBPDatabase<Schema>>; users: number } | undefined

/**
 * Opened once for those who work at the same time, as all parts of a screen do when it opens without a network, and closed behind the last
 * of them, so that whoever leaves need not wait to have it thrown away.
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

/** Whoever wanted it heard so. */
function notOpened(): void {}

function openAnswers(): Promise<IDBPDatabase<Schema>> {
  return openDatabase<Schema>(KEPT_ANSWERS, SHAPE, {
    upgrade(database) {
      for (const name of database.objectStoreNames) database.deleteObjectStore(name)
      database.createObjectStore('answers', { keyPath: 'hash' }).createIndex('at', 'at')
    },
  })
}

/** @param isStill whether these answers are still to be kept, asked at the last moment */
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

/** @returns undefined where nothing of this account is kept, or only what is older than a month */
export async function keptAnswer(hash: string, account: string): Promise<KeptAnswer | undefined> {
  const row = await withAnswers((db) => db.get('answers', hash))
  return row !== undefined && row.account === account && row.at > Date.now() - LONGEST_MS ? row : undefined
}
