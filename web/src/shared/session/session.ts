import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { create } from 'zustand'

/** §3: the key in session storage. It holds what the contract's `sessionUser` names and nothing else. */
const KEY = 'siteUser'

interface SessionState {
  readonly user: SessionUser | undefined
  enter(user: SessionUser): void
  leave(): void
}

/** Who signed in here with a mobile number. The session itself is a cookie that no script can read. */
export const useSession = create<SessionState>((set) => ({
  user: storedUser(),
  enter({ id, name, siteName, mobile, role }) {
    const user = { id, name, siteName, mobile, role }
    sessionStorage.setItem(KEY, JSON.stringify(user))
    set({ user })
  },
  leave() {
    sessionStorage.removeItem(KEY)
    set({ user: undefined })
  },
}))

function storedUser(): SessionUser | undefined {
  const text = sessionStorage.getItem(KEY)
  // Only `enter` writes it, so this is a parse of our own words; a garbled entry ends the session instead of the app.
  const value: Partial<SessionUser> | null = text?.startsWith('{') ? JSON.parse(text) : null
  return typeof value?.id === 'string' && typeof value.role === 'string' ? (value as SessionUser) : undefined
}

/** §2: where a field user is at home. */
export function homeOf(role: string): '/supervisor-dashboard' | '/site-dashboard' {
  return role === 'supervisor' ? '/supervisor-dashboard' : '/site-dashboard'
}
