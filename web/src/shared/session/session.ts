import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { create } from 'zustand'

/** §3: the key in session storage. It holds what the contract's `sessionUser` names and nothing else. In local storage it is who was last here. */
const KEY = 'siteUser'
/** Beside it: its public id, and the account's own. An older version of the app, in another tab, writes only the other key. */
const ACCOUNT = 'siteAccount'
/** An older version of the app, in another tab, notes nobody; meanwhile the first screen comes. */
const NOTE_AGAIN_MS = 5000
/** The database of what was read, which belongs to whoever is in local storage (app/offline/kept-answers.ts). */
export const KEPT_ANSWERS = 'kept-answers'

export interface FieldUser extends SessionUser {
  /** The account's own id, which stays when head office changes its number; the public id where the server has not told it. */
  readonly account: string
}

interface SessionState {
  readonly user: FieldUser | undefined
  /** @param account the account's own id, where the server told it */
  enter(user: SessionUser, account: string | null): void
  leave(): void
}

/** Who signed in here with a mobile number. The session itself is a cookie that no script can read. */
export const useSession = create<SessionState>((set) => ({
  user: storedUser(sessionStorage),
  enter({ id, name, siteName, mobile, role }, account) {
    const known = lastKnownUser()
    const isOther = known?.id !== id || known.account !== (account ?? id)
    if (isOther) forget()
    const user = { id, name, siteName, mobile, role }
    for (const storage of [sessionStorage, localStorage]) {
      storage.setItem(KEY, JSON.stringify(user))
      if (account !== null) storage.setItem(ACCOUNT, JSON.stringify({ id, account }))
    }
    setTimeout(note, isOther ? 0 : NOTE_AGAIN_MS)
    set({ user: { ...user, account: account ?? id } })
  },
  leave() {
    forget()
    note()
    set({ user: undefined })
  },
}))

/**
 * Who was last signed in on this phone, in whatever tab, unless a sign-out or the server has said since that it is so no more: who may
 * look, where the server cannot be asked, at what the phone has kept.
 */
export const lastKnownUser = (): FieldUser | undefined => storedUser(localStorage)

/** Whoever comes next finds nothing of the one before. */
function forget(): void {
  for (const storage of [sessionStorage, localStorage]) {
    storage.removeItem(KEY)
    storage.removeItem(ACCOUNT)
  }
  indexedDB.deleteDatabase(KEPT_ANSWERS)
}

/** Ahead of a sign-in, which then asks the network for nothing but the account. Where it does not come, the note asks again. */
export const bringLastHere = () => import('./last-here.ts').catch(() => undefined)

/** Before local storage is written down. Where that fails, the two do not agree, and without the server nobody is here (who-is-here.ts). */
function note(): void {
  import('./last-here.ts')
    .then(({ noteHere }) => noteHere(() => lastKnownUser()?.account))
    .catch((error: unknown) => console.info('Who is here is not kept on this device', error))
}

function storedUser(storage: Storage): FieldUser | undefined {
  const user: Partial<SessionUser> | null = parsed(storage, KEY)
  if (typeof user?.id !== 'string' || typeof user.role !== 'string') return undefined
  const told: { id?: string; account?: string } | null = parsed(storage, ACCOUNT)
  return { ...(user as SessionUser), account: (told?.id === user.id && told.account) || user.id }
}

/** Only `enter` writes there, so this is a parse of our own words; a garbled entry ends the session instead of the app. */
function parsed(storage: Storage, key: string) {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** §2: where a field user is at home. */
export function homeOf(role: string): '/supervisor-dashboard' | '/site-dashboard' {
  return role === 'supervisor' ? '/supervisor-dashboard' : '/site-dashboard'
}
