import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { callOfAccount } from '../api/call.ts'
import { isAway, untilAway } from '../api/network.ts'
import { type FieldUser, lastKnownUser, useSession } from './session.ts'

const getAccount = callOfAccount<'siteAuth'>('GET', '/api/site/auth')

/**
 * Returns the id of the field account that owns the session.
 * @throws ApiError where there is none, or the server could not be asked
 */
export const whoHolds = async (): Promise<string> => (await getAccount()).answer.id

/**
 * The time in milliseconds for which "no session" is cached, so that moving between the roles and the sign-in does not
 * ask again.
 */
const NOBODY_FOR_MS = 10_000
let nobodyUntil = 0

/** Clears that cache after a sign-in. */
export function somebodyIsHere(): void {
  nobodyUntil = 0
}

/**
 * Finds the user of the session cookie, which no script can read: a new tab has no user of its own and can still be
 * signed in. A field user is entered into this tab's session. Where the server cannot be asked, the last user of this
 * browser counts as signed in until the server says otherwise.
 * @returns the field user, "office" for a user of head office, undefined without a session
 * @throws ApiError where the server could not be asked
 */
export async function whoIsHere(): Promise<FieldUser | 'office' | undefined> {
  if (Date.now() < nobodyUntil) return undefined
  try {
    const known = lastKnownUser()
    // Where the server is away already, the screen's own calls find out when it returns.
    let told = await (known === undefined
      ? getAccount()
      : isAway()
        ? undefined
        : Promise.race([getAccount(), untilAway()]))
    if (told === undefined && known !== undefined && (await isStillHere(known))) {
      useSession.setState({ user: known })
      return known
    }
    told ??= await getAccount()
    const { id, role, firstName, lastName, mobile } = told.answer
    const siteName = 'siteName' in told.answer ? told.answer.siteName : null
    useSession.getState().enter({ id, role, name: `${firstName} ${lastName}`.trim(), siteName, mobile }, told.account)
    return useSession.getState().user
  } catch (error) {
    const isOffice = error instanceof ApiError && error.status === 403
    if (!isOffice && !isUnauthorized(error)) throw error
    useSession.getState().leave()
    if (isOffice) return 'office'
    nobodyUntil = Date.now() + NOBODY_FOR_MS
    return undefined
  }
}

/**
 * Checks the user in local storage against the second record, because a killed browser can leave a user from before the
 * last sign-in. A second record that cannot be read counts as agreeing.
 */
async function isStillHere({ account }: FieldUser): Promise<boolean> {
  try {
    const { mayBeHere } = await import('./last-here.ts')
    return await mayBeHere(account)
  } catch (error) {
    console.info('Who is here is not kept on this device', error)
    return true
  }
}
