import type { RouteName } from '@ledger/contracts/http/routes.ts'
import { type QueryFunctionContext, type QueryKey, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { fetchLongAnswer, type ReadProgress } from '../../shared/api/long-running-request.ts'

const progressKey = (queryKey: QueryKey) => ['progress', ...queryKey]

/** A query whose answer takes long. It is stopped when no screen shows it any more. */
export function longRunningQuery<N extends RouteName>(queryKey: QueryKey, address: string) {
  return queryOptions({ queryKey, queryFn: (context) => fetchWithProgress<N>(context, address) })
}

/** Reads an answer that takes long. Its progress is in the cache beside it. */
export function fetchWithProgress<N extends RouteName>(
  { signal, client, queryKey }: Pick<QueryFunctionContext, 'signal' | 'client' | 'queryKey'>,
  address: string,
) {
  const onProgress = (progress: ReadProgress) => void client.setQueryData<ReadProgress>(progressKey(queryKey), progress)
  return fetchLongAnswer<N>(address, { signal, onProgress })
}

/** Returns the progress of a query's answer; undefined before the first one is received. */
export function useQueryProgress(queryKey: QueryKey): ReadProgress | undefined {
  return useQuery<ReadProgress>({ queryKey: progressKey(queryKey), queryFn: skipToken }).data
}
