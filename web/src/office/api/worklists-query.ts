import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'

const fetchWorklists = createCall<'worklists'>('GET', '/api/admin/worklists')
/** The number of entries in each list. */
export const worklistsQuery = queryOptions({
  queryKey: ['/api/admin/worklists'],
  queryFn: () => fetchWorklists(),
  refetchInterval: REFETCH_MS,
  retry: false,
})
