import { EXTERNAL_SIGN_IN_PATH } from '../api/sign-in-calls.ts'
import { leavePage } from '../design/dialog/use-close-on-back.ts'
import { showToast } from '../design/toast/toast-store.ts'
import { currentWords, inBothLanguages } from '../language/in-both-languages.ts'
import { useFieldSession } from './field-session.ts'
import { noteSessionEnded } from './session-ended.ts'

const words = inBothLanguages(
  { unauthorized: 'Unauthorized', loggedOut: 'You are logged out. Logging in again...' },
  { unauthorized: 'अनुमति नहीं', loggedOut: 'आप लॉग आउट हो गए हैं। फिर से साइन इन कर रहे हैं…' },
)

/**
 * §6, §8, §9: shows the Unauthorized toast, and redirects to a sign-in after half a second. Drafts stay until the user
 * returns.
 */
export function toastUnauthorized(then: () => void): void {
  const { unauthorized, loggedOut } = currentWords(words)
  showToast({ tone: 'problem', title: unauthorized, text: loggedOut })
  setTimeout(then, 500)
}

/** Ends the session of this tab. The sign-in then has the number, and says what waits to be sent. */
export function endFieldSession(): void {
  const { user, leave } = useFieldSession.getState()
  if (user !== undefined) noteSessionEnded(user)
  leave()
}

/** §2: an unauthorised error of a field screen leads to the external sign-in. */
export function signInAgain(): void {
  toastUnauthorized(() => {
    endFieldSession()
    leavePage(EXTERNAL_SIGN_IN_PATH, 'assign')
  })
}
