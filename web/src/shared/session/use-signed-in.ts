import { useIsMutating } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnauthorized } from '../api/api-error.ts'
import { LOGOUT } from '../api/sign-in.ts'
import { signInAgain } from './sign-in-again.ts'

/** §2: an unauthorised error of any query of the screen leads to the external sign-in, except during a logout. */
export function useSignedIn(...errors: readonly (Error | null)[]): void {
  const signedOut = errors.some(isUnauthorized)
  const leaving = useIsMutating(LOGOUT) > 0
  useEffect(() => {
    if (signedOut && !leaving) signInAgain()
  }, [signedOut, leaving])
}
