import { useEffect } from 'react'
import { isUnauthorized } from '../api/api-error.ts'
import { signInAgain } from './sign-in-again.ts'

/** §2: an unauthorised error of any query of the screen leads to the external sign-in. */
export function useSignedIn(...errors: readonly (Error | null)[]): void {
  const signedOut = errors.some(isUnauthorized)
  useEffect(() => {
    if (signedOut) signInAgain()
  }, [signedOut])
}
