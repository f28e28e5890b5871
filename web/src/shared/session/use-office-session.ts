import { type QueryCacheNotifyEvent, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { registerOfficeErrorMessages } from '../api/error-messages.ts'
import { adminQuery } from '../api/office-queries.ts'
import { LOGOUT_MUTATION } from '../api/sign-in-calls.ts'
import { officeErrorInHindi } from '../language/office-error-messages-hindi.ts'
import { toastUnauthorized } from './sign-in-again.ts'

registerOfficeErrorMessages(officeErrorInHindi)

/**
 * Returns the signed-in user of head office, for every screen of the admin and of the audit. Without a user, for a
 * field user, and once any query or command of the screen reports the end of the session, it leads to `/admin-login`
 * (§2).
 */
export function useOfficeSession() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const query = useQuery(adminQuery)
  const isNobody = query.error instanceof ApiError && [401, 403].includes(query.error.status)
  useEffect(() => {
    const leave = () => void navigate({ to: '/admin-login', replace: true })
    if (isNobody) leave()
    let leaving = isNobody
    const onError = (error: unknown) => {
      if (leaving || client.isMutating(LOGOUT_MUTATION) > 0 || !isUnauthorized(error)) return
      leaving = true
      // A user who was at work sees why the screen closes. A user who only opened the address is redirected to the
      // sign-in.
      if (client.getQueryData(adminQuery.queryKey) === undefined) leave()
      else toastUnauthorized(leave)
    }
    const stopQueries = client.getQueryCache().subscribe((event: QueryCacheNotifyEvent) => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error)
    })
    const stopCommands = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error)
    })
    return () => {
      stopQueries()
      stopCommands()
    }
  }, [isNobody, client, navigate])
  return { admin: query.data, error: isNobody ? null : query.error, retry: () => void query.refetch() }
}
