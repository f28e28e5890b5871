import { useIsMutating } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnauthorized } from '../api/api-error.ts'
import { LOGOUT_MUTATION } from '../api/sign-in-calls.ts'
import { signInAgain } from './sign-in-again.ts'

/** §2: an unauthorised error of any query of the screen leads to the external sign-in, except during a logout. */
export function useRedirectWhenSignedOut(...errors: readonly (Error | null)[]): void {
  const signedOut = errors.some(isUnauthorized)
  const leaving = useIsMutating(LOGOUT_MUTATION) > 0
  useEffect(() => {
    if (signedOut && !leaving) signInAgain()
  }, [signedOut, leaving])
}
