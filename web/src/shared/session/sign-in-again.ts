import { EXTERNAL_SIGN_IN } from '../api/sign-in.ts'
import { showToast } from '../design/toast-store.ts'
import { inBothLanguages, wordsNow } from '../language/words.ts'
import { useSession } from './session.ts'

const words = inBothLanguages(
  { unauthorized: 'Unauthorized', loggedOut: 'You are logged out. Logging in again...' },
  { unauthorized: 'अनुमति नहीं', loggedOut: 'आप लॉग आउट हो गए हैं। फिर से साइन इन कर रहे हैं…' },
)

/**
 * §6, §8, §9: shows the Unauthorized toast, and redirects to a sign-in after half a second. Drafts stay until the user
 * returns.
 */
export function sayUnauthorized(then: () => void): void {
  const { unauthorized, loggedOut } = wordsNow(words)
  showToast({ tone: 'problem', title: unauthorized, text: loggedOut })
  setTimeout(then, 500)
}

/** §2: an unauthorised error of a field screen leads to the external sign-in. */
export function signInAgain(): void {
  sayUnauthorized(() => {
    useSession.getState().leave()
    window.location.assign(EXTERNAL_SIGN_IN)
  })
}
