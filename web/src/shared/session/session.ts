import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { create } from 'zustand'

/** §3: the key in session storage. It holds what the contract's `sessionUser` names and nothing else. In local storage it is who was last here. */
const KEY = 'siteUser'
/** The database of what was read, which belongs to whoever is in local storage (app/offline/kept-answers.ts). */
export const KEPT_ANSWERS = 'kept-answers'

interface SessionState {
  readonly user: SessionUser | undefined
  enter(user: SessionUser): void
  leave(): void
}

/** Who signed in here with a mobile number. The session itself is a cookie that no script can read. */
export const useSession = create<SessionState>((set) => ({
  user: storedUser(sessionStorage),
  enter({ id, name, siteName, mobile, role }) {
    if (lastKnownUser()?.id !== id) forget()
    const user = { id, name, siteName, mobile, role }
    for (const storage of [sessionStorage, localStorage]) storage.setItem(KEY, JSON.stringify(user))
    set({ user })
  },
  leave() {
    forget()
    set({ user: undefined })
  },
}))

/**
 * Who was last signed in on this phone, in whatever tab, unless a sign-out or the server has said since that it is so no more: who may
 * look, where the server cannot be asked, at what the phone has kept.
 */
export const lastKnownUser = (): SessionUser | undefined => storedUser(localStorage)

/** Whoever comes next finds nothing of the one before. */
function forget(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEY)
  indexedDB.deleteDatabase(KEPT_ANSWERS)
}

function storedUser(storage: Storage): SessionUser | undefined {
  const text = storage.getItem(KEY)
  // Only `enter` writes it, so this is a parse of our own words; a garbled entry ends the session instead of the app.
  const value: Partial<SessionUser> | null = text?.startsWith('{') ? JSON.parse(text) : null
  return typeof value?.id === 'string' && typeof value.role === 'string' ? (value as SessionUser) : undefined
}

/** §2: where a field user is at home. */
export function homeOf(role: string): '/supervisor-dashboard' | '/site-dashboard' {
  return role === 'supervisor' ? '/supervisor-dashboard' : '/site-dashboard'
}
