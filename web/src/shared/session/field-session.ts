import type { SessionUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { create } from 'zustand'
import { forgetEndedSession } from './session-ended.ts'

/**
 * §3: the key in session storage. Its value has the fields of the contract's `sessionUser` and no others. In local
 * storage the same key holds the last user of this browser.
 */
const USER_STORAGE_KEY = 'siteUser'
/**
 * The key beside it, for the public id and the account's own id. An older version of the app in another tab writes only
 * the other key.
 */
const ACCOUNT_STORAGE_KEY = 'siteAccount'
/** An older version of the app in another tab records no account. The delay leaves time to the first screen. */
const NOTE_DELAY_MS = 5000
/** The database of stored answers, which belongs to the user in local storage (app/offline/answer-store.ts). */
export const ANSWER_DATABASE_NAME = 'kept-answers'

export interface FieldUser extends SessionUser {
  /**
   * The account's own id, which stays when head office changes its number; the public id where the server has not
   * returned it.
   */
  readonly account: string
}

interface FieldSessionState {
  readonly user: FieldUser | undefined
  /** @param account the account's own id, where the server returned it */
  enter(user: SessionUser, account: string | null): void
  leave(): void
}

/** The user who signed in to this tab with a mobile number. The session itself is a cookie that no script can read. */
export const useFieldSession = create<FieldSessionState>((set) => ({
  user: storedUser(sessionStorage),
  enter({ id, name, siteName, mobile, role }, account) {
    const known = lastKnownUser()
    const isOther = known?.id !== id || known.account !== (account ?? id)
    if (isOther) clearStoredUser()
    const user = { id, name, siteName, mobile, role }
    for (const storage of [sessionStorage, localStorage]) {
      storage.setItem(USER_STORAGE_KEY, JSON.stringify(user))
      if (account !== null) storage.setItem(ACCOUNT_STORAGE_KEY, JSON.stringify({ id, account }))
    }
    forgetEndedSession()
    setTimeout(noteLastSignedIn, isOther ? 0 : NOTE_DELAY_MS)
    set({ user: { ...user, account: account ?? id } })
  },
  leave() {
    clearStoredUser()
    noteLastSignedIn()
    set({ user: undefined })
  },
}))

/**
 * Returns the last user signed in on this phone, in any tab; undefined after a sign-out, or once the server has said
 * that the session is over. Without the server, this user may see the answers stored on the phone.
 */
export const lastKnownUser = (): FieldUser | undefined => storedUser(localStorage)

/** @param account the own id of the account */
export const receiptLanguagesKey = (account: string | undefined) => `receiptLanguages:${account}`

/** Deletes the user's data, so that the next user finds none of it. */
function clearStoredUser(): void {
  for (const storage of [sessionStorage, localStorage]) {
    localStorage.removeItem(receiptLanguagesKey(storedUser(storage)?.account))
    storage.removeItem(USER_STORAGE_KEY)
    storage.removeItem(ACCOUNT_STORAGE_KEY)
  }
  indexedDB.deleteDatabase(ANSWER_DATABASE_NAME)
}

/**
 * Loads last-signed-in.ts before a sign-in, which then needs the network for the account alone. If that fails, `note`
 * loads it again.
 */
export const preloadLastSignedIn = () => import('./last-signed-in.ts').catch(() => undefined)

/**
 * Records the account on disk, before the browser writes local storage to disk. If that fails, the two records differ,
 * and without the server no user counts as signed in (resolve-session.ts).
 */
function noteLastSignedIn(): void {
  import('./last-signed-in.ts')
    .then(({ storeLastSignedIn }) => storeLastSignedIn(() => lastKnownUser()?.account))
    .catch((error: unknown) => console.info('Who is here is not kept on this device', error))
}

function storedUser(storage: Storage): FieldUser | undefined {
  const user: Partial<SessionUser> | null = parseStored(storage, USER_STORAGE_KEY)
  if (typeof user?.id !== 'string' || typeof user.role !== 'string') return undefined
  const told: { id?: string; account?: string } | null = parseStored(storage, ACCOUNT_STORAGE_KEY)
  return { ...(user as SessionUser), account: (told?.id === user.id && told.account) || user.id }
}

/** Only `enter` writes there, so the text is trusted. A garbled one ends the session instead of the app. */
function parseStored(storage: Storage, key: string) {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** §2: returns the home screen of a field user. */
export function homePathOf(role: string): '/supervisor-dashboard' | '/site-dashboard' {
  return role === 'supervisor' ? '/supervisor-dashboard' : '/site-dashboard'
}
