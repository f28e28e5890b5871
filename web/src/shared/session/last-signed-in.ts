import type { DBSchema } from 'idb'
import { openDatabase } from '../storage/indexed-db.ts'

/**
 * A second record of the last user of this browser. Browsers write local storage to disk with a delay of up to a
 * minute. If one is killed earlier on a phone that two people share, local storage names the user who had signed out.
 * This record is on disk before its write is reported as done.
 */
interface LastSignedInDatabase extends DBSchema {
  who: { key: 'account'; value: string }
}

/** The record after a sign-out. */
const SIGNED_OUT = ''

const openLastSignedIn = () =>
  openDatabase<LastSignedInDatabase>('last-here', 1, {
    upgrade(db) {
      db.createObjectStore('who')
    },
  })

/**
 * Records the signed-in account.
 * @param account returns the account's own id at the time of the write; undefined where no user is signed in
 */
export async function storeLastSignedIn(account: () => string | undefined): Promise<void> {
  const db = await openLastSignedIn()
  try {
    const now = account() ?? SIGNED_OUT
    if ((await db.get('who', 'account')) === now) return
    const { store, done } = db.transaction('who', 'readwrite', { durability: 'strict' })
    await Promise.all([store.put(now, 'account'), done])
  } finally {
    db.close()
  }
}

/** Tells whether the last user of this browser has signed out. */
export async function hasSignedOut(): Promise<boolean> {
  const db = await openLastSignedIn()
  try {
    return (await db.get('who', 'account')) === SIGNED_OUT
  } finally {
    db.close()
  }
}

/**
 * @returns false where another account or a sign-out is recorded; true where nothing was ever recorded, as by an older
 * version of the app
 */
export async function mayBeLastSignedIn(account: string): Promise<boolean> {
  const db = await openLastSignedIn()
  try {
    return ((await db.get('who', 'account')) ?? account) === account
  } finally {
    db.close()
  }
}
