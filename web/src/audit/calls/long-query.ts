import type { RouteName } from '@ledger/contracts/routes.ts'
import { type QueryFunctionContext, type QueryKey, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { type Progress, readLong } from './long-answer.ts'

const progressKey = (queryKey: QueryKey) => ['progress', ...queryKey]

/** A query whose answer takes long. It is stopped when no screen shows it any more. */
export function longQuery<N extends RouteName>(queryKey: QueryKey, address: string) {
  return queryOptions({ queryKey, queryFn: (context) => readTelling<N>(context, address) })
}

/** Reads an answer that takes long. Its progress is in the cache beside it. */
export function readTelling<N extends RouteName>(
  { signal, client, queryKey }: Pick<QueryFunctionContext, 'signal' | 'client' | 'queryKey'>,
  address: string,
) {
  const onProgress = (progress: Progress) => void client.setQueryData<Progress>(progressKey(queryKey), progress)
  return readLong<N>(address, { signal, onProgress })
}

/** Returns the progress of a query's answer; undefined before the first one is received. */
export function useProgress(queryKey: QueryKey): Progress | undefined {
  return useQuery<Progress>({ queryKey: progressKey(queryKey), queryFn: skipToken }).data
}
