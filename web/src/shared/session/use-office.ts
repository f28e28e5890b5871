import { type QueryCacheNotifyEvent, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { adminQuery } from '../api/office.ts'
import { LOGOUT } from '../api/sign-in.ts'
import { sayUnauthorized } from './sign-in-again.ts'

/**
 * Who of head office is signed in, for every screen of the admin and of the audit. Nobody, a field user, or a session that
 * ends under any query or command of the screen: all lead to `/admin-login` (§2).
 */
export function useOffice() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const query = useQuery(adminQuery)
  const isNobody = query.error instanceof ApiError && [401, 403].includes(query.error.status)
  useEffect(() => {
    const leave = () => void navigate({ to: '/admin-login', replace: true })
    if (isNobody) leave()
    let leaving = isNobody
    const onError = (error: unknown) => {
      if (leaving || client.isMutating(LOGOUT) > 0 || !isUnauthorized(error)) return
      leaving = true
      // Somebody who was at work is told why the screen goes; whoever only opened the address is just led to the sign-in.
      if (client.getQueryData(adminQuery.queryKey) === undefined) leave()
      else sayUnauthorized(leave)
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
