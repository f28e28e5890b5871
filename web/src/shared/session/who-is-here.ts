import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { callOfAccount } from '../api/call.ts'
import { isAway, untilAway } from '../api/network.ts'
import { type FieldUser, lastKnownUser, useSession } from './session.ts'

const getAccount = callOfAccount<'siteAuth'>('GET', '/api/site/auth')

/** The account of the field whose session the cookie is. @throws ApiError where there is none, or the server could not be asked */
export const whoHolds = async (): Promise<string> => (await getAccount()).answer.id

/** From the role to the sign-in and back nobody waits for the same answer again. */
const NOBODY_FOR_MS = 10_000
let nobodyUntil = 0

/** For whoever has just signed in here. */
export function somebodyIsHere(): void {
  nobodyUntil = 0
}

/**
 * Whose session the cookie is, which no script can read: a new tab has no user of its own and is signed in all the same.
 * A field user is entered into this tab's session. Where the server cannot be asked it is who was last here, until it says otherwise.
 * @returns the field user, "office" for somebody of head office, undefined for nobody
 * @throws ApiError where the server could not be asked
 */
export async function whoIsHere(): Promise<FieldUser | 'office' | undefined> {
  if (Date.now() < nobodyUntil) return undefined
  try {
    const known = lastKnownUser()
    // Where it is away already, the screen's own calls tell when it is back.
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

/** Local storage may be of before the last sign-in, where the browser was killed. Where the note of it cannot be read, it is believed. */
async function isStillHere({ account }: FieldUser): Promise<boolean> {
  try {
    const { mayBeHere } = await import('./last-here.ts')
    return await mayBeHere(account)
  } catch (error) {
    console.info('Who is here is not kept on this device', error)
    return true
  }
}
