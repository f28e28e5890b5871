import { createAccountCall } from '../api/api-client.ts'
import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { isServerUnreachable, untilServerUnreachable } from '../api/server-reachability.ts'
import { type FieldUser, lastKnownUser, useFieldSession } from './field-session.ts'

const getAccount = createAccountCall<'siteAuth'>('GET', '/api/site/auth')

/**
 * Returns the id of the field account that owns the session.
 * @throws ApiError where there is none, or the server could not be asked
 */
export const fetchSessionAccount = async (): Promise<string> => (await getAccount()).answer.id

/**
 * The time in milliseconds for which "no session" is cached, so that moving between the roles and the sign-in does not
 * ask again.
 */
const SIGNED_OUT_CACHE_MS = 10_000
let signedOutUntil = 0

/** Clears that cache after a sign-in. */
export function forgetSignedOut(): void {
  signedOutUntil = 0
}

/**
 * Finds the user of the session cookie, which no script can read: a new tab has no user of its own and can still be
 * signed in. A field user is entered into this tab's session. Where the server cannot be asked, the last user of this
 * browser counts as signed in until the server says otherwise.
 * @returns the field user, "office" for a user of head office, undefined without a session
 * @throws ApiError where the server could not be asked
 */
export async function resolveSession(): Promise<FieldUser | 'office' | undefined> {
  if (Date.now() < signedOutUntil) return undefined
  try {
    const known = lastKnownUser()
    // Where the server is away already, the screen's own calls find out when it returns.
    let told = await (known === undefined
      ? getAccount()
      : isServerUnreachable()
        ? undefined
        : Promise.race([getAccount(), untilServerUnreachable()]))
    if (told === undefined && known !== undefined && (await isStillLastSignedIn(known))) {
      useFieldSession.setState({ user: known })
      return known
    }
    told ??= await getAccount()
    const { id, role, firstName, lastName, mobile } = told.answer
    const siteName = 'siteName' in told.answer ? told.answer.siteName : null
    useFieldSession
      .getState()
      .enter({ id, role, name: `${firstName} ${lastName}`.trim(), siteName, mobile }, told.account)
    return useFieldSession.getState().user
  } catch (error) {
    const isOffice = error instanceof ApiError && error.status === 403
    if (!isOffice && !isUnauthorized(error)) throw error
    useFieldSession.getState().leave()
    if (isOffice) return 'office'
    signedOutUntil = Date.now() + SIGNED_OUT_CACHE_MS
    return undefined
  }
}

/**
 * Checks the user in local storage against the second record, because a killed browser can leave a user from before the
 * last sign-in. A second record that cannot be read counts as agreeing.
 */
async function isStillLastSignedIn({ account }: FieldUser): Promise<boolean> {
  try {
    const { mayBeLastSignedIn } = await import('./last-signed-in.ts')
    return await mayBeLastSignedIn(account)
  } catch (error) {
    console.info('Who is here is not kept on this device', error)
    return true
  }
}
