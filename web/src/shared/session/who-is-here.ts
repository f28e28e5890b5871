import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { callOf } from '../api/call.ts'
import { useSession } from './session.ts'

const getAccount = callOf<'siteAuth'>('GET', '/api/site/auth')

/** From the role to the sign-in and back nobody waits for the same answer again. */
const NOBODY_FOR_MS = 10_000
let nobodyUntil = 0

/** For whoever has just signed in here. */
export function somebodyIsHere(): void {
  nobodyUntil = 0
}

/**
 * Whose session the cookie is, which no script can read: a new tab has no user of its own and is signed in all the same.
 * A field user is entered into this tab's session.
 * @returns the field user, "office" for somebody of head office, undefined for nobody
 * @throws ApiError where the server could not be asked
 */
export async function whoIsHere(): Promise<SessionUser | 'office' | undefined> {
  if (Date.now() < nobodyUntil) return undefined
  try {
    const account = await getAccount()
    const { id, role, firstName, lastName, mobile } = account
    const siteName = 'siteName' in account ? account.siteName : null
    const user = { id, role, name: `${firstName} ${lastName}`.trim(), siteName, mobile }
    useSession.getState().enter(user)
    return user
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return 'office'
    if (!isUnauthorized(error)) throw error
    nobodyUntil = Date.now() + NOBODY_FOR_MS
    useSession.getState().leave()
    return undefined
  }
}
