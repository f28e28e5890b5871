import type { DBSchema } from 'idb'
import { openDatabase } from '../storage/database.ts'

/**
 * Who was last here, once more. Browsers write local storage down when it suits them, up to a minute later; killed before, on a phone that
 * two people share, it names the one who had signed out. What is noted here is written down before it is said to be.
 */
interface Schema extends DBSchema {
  who: { key: 'account'; value: string }
}

const open = () =>
  openDatabase<Schema>('last-here', 1, {
    upgrade(db) {
      db.createObjectStore('who')
    },
  })

/** @param account the account's own id as it is by then; undefined for nobody */
export async function noteHere(account: () => string | undefined): Promise<void> {
  const db = await open()
  try {
    const now = account() ?? ''
    if ((await db.get('who', 'account')) === now) return
    const { store, done } = db.transaction('who', 'readwrite', { durability: 'strict' })
    await Promise.all([store.put(now, 'account'), done])
  } finally {
    db.close()
  }
}

/** @returns false where somebody else is noted, or nobody; true where nothing ever was, as by an older version of the app */
export async function mayBeHere(account: string): Promise<boolean> {
  const db = await open()
  try {
    return ((await db.get('who', 'account')) ?? account) === account
  } finally {
    db.close()
  }
}
