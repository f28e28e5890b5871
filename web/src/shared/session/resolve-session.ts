import { createAccountCall } from '../api/api-client.ts'
import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { isServerUnreachable, SHOW_STORED_AFTER_MS, untilServerUnreachable } from '../api/server-reachability.ts'
import { leavePage } from '../design/dialog/use-close-on-back.ts'
import { type FieldUser, lastKnownUser, useFieldSession } from './field-session.ts'
import { noteSessionEnded } from './session-ended.ts'

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
 * signed in. A field user is entered into this tab's session. Where the server cannot be asked or answers late, the
 * last user of this browser counts as signed in until the server says otherwise.
 * @returns the field user, "office" for a user of head office, undefined without a session, and after a sign-out where
 * the server could not be asked
 * @throws ApiError where the server could not be asked
 */
export async function resolveSession(): Promise<FieldUser | 'office' | undefined> {
  if (Date.now() < signedOutUntil) return undefined
  const known = lastKnownUser()
  try {
    // Where the server is away already, the screen's own calls find out when it returns.
    const asked = known !== undefined && isServerUnreachable() ? undefined : getAccount()
    const told = await (known === undefined ? asked : Promise.race([asked, untilServerUnreachable(), untilLate()]))
    if (told !== undefined) return enterAnswer(told)
    if (known !== undefined && (await isStillLastSignedIn(known))) {
      useFieldSession.setState({ user: known })
      asked?.then((late) => enterLateAnswer(late, known), enterOffice)
      return known
    }
    return enterAnswer(await (asked ?? getAccount()))
  } catch (error) {
    const isOffice = error instanceof ApiError && error.status === 403
    if (!isOffice && !isUnauthorized(error)) {
      if (isServerUnreachable() && (await isSignedOutHere())) return undefined
      throw error
    }
    if (known !== undefined) noteSessionEnded(known)
    useFieldSession.getState().leave()
    if (isOffice) return 'office'
    signedOutUntil = Date.now() + SIGNED_OUT_CACHE_MS
    return undefined
  }
}

const untilLate = () => new Promise<undefined>((resolve) => setTimeout(resolve, SHOW_STORED_AFTER_MS, undefined))

type AccountAnswer = Awaited<ReturnType<typeof getAccount>>

function enterAnswer({ answer, account }: AccountAnswer): FieldUser | undefined {
  const { id, role, firstName, lastName, mobile } = answer
  const siteName = 'siteName' in answer ? answer.siteName : null
  useFieldSession.getState().enter({ id, role, name: `${firstName} ${lastName}`.trim(), siteName, mobile }, account)
  return useFieldSession.getState().user
}

/** The screen has opened for the last user of this browser. It starts again where the session is another's. */
function enterLateAnswer(late: AccountAnswer, opened: FieldUser): void {
  if (useFieldSession.getState().user !== opened) return
  enterAnswer(late)
  if (late.answer.id !== opened.id) leavePage('/', 'replace')
}

/** Head office has the session. The screen's own calls find out that a session is over or that the server is away. */
function enterOffice(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 403) return
  useFieldSession.getState().leave()
  leavePage('/', 'replace')
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

/** Tells whether the last user of this browser has signed out. A record that cannot be read says nothing. */
async function isSignedOutHere(): Promise<boolean> {
  try {
    const { hasSignedOut } = await import('./last-signed-in.ts')
    return await hasSignedOut()
  } catch (error) {
    console.info('Who is here is not kept on this device', error)
    return false
  }
}
