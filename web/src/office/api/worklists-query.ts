import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'

/** The lists of what there is to look at, in the order of the screen. Each is a value of the filter `worklist`. */
export const WORKLISTS = [
  'lowCash',
  'withoutBill',
  'questions',
  'enteredLate',
  'looksTwice',
  'large',
  'changed',
] as const

const fetchWorklists = createCall<'worklists'>('GET', '/api/admin/worklists')
/** The number of entries in each list. */
export const worklistsQuery = queryOptions({
  queryKey: ['/api/admin/worklists'],
  queryFn: () => fetchWorklists(),
  refetchInterval: REFETCH_MS,
  retry: false,
})
