import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FieldUser } from '../../../shared/session/field-session.ts'

type ScreenQuery = Pick<UseQueryResult, 'isPending' | 'failureCount'>

/**
 * Loads the outbox after the screen's main query.
 * @param query the screen's main query: the outbox waits until it is answered or has failed twice, because after the
 * first failure a stored answer may stand in
 */
export function useLazyOutbox(user: FieldUser, { isPending, failureCount }: ScreenQuery): void {
  const client = useQueryClient()
  const isReady = !isPending || failureCount > 1
  useEffect(() => {
    if (!isReady) return
    // A task of its own lets the browser paint the query's answer first.
    const timer = setTimeout(() =>
      import('./start-outbox.tsx').then(({ startOutbox }) => startOutbox(user, client), retriedByNextScreen),
    )
    return () => clearTimeout(timer)
  }, [isReady, user, client])
}

/** Where the network did not load the code, the next screen asks for it again. */
function retriedByNextScreen(): void {}
