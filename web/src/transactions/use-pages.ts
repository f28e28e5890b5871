import type { Transaction } from '@ledger/contracts/shapes.ts'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { type ListFilter, pagesQuery, REFRESHED_PAGES } from '../api/own-ledger.ts'
import { balanceQuery } from '../api/site-account.ts'

/** The list that a filter leaves, as far as it was scrolled, kept fresh (§9). */
export interface Pages {
  /** Undefined until the first page is here. */
  readonly rows: readonly Transaction[] | undefined
  readonly error: Error | null
  readonly isComplete: boolean
  readonly isLoadingMore: boolean
  /** Asks for the next page where there is one and none is on its way. */
  more(): void
  again(): void
}

export function usePages(filter: ListFilter): Pages {
  const client = useQueryClient()
  const query = useInfiniteQuery({ ...pagesQuery(filter), placeholderData: keepPreviousData })
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])

  // A long list is read again when money moved elsewhere, not every 30 s.
  const { data: balance } = useQuery(balanceQuery)
  const before = useRef(balance)
  const isLong = (data?.pages.length ?? 0) > REFRESHED_PAGES
  useEffect(() => {
    const moved = before.current !== undefined && before.current !== balance
    before.current = balance
    if (moved && isLong) void client.invalidateQueries({ queryKey: pagesQuery(filter).queryKey })
  }, [balance, isLong, client, filter])

  return {
    rows,
    error,
    isComplete: data !== undefined && !hasNextPage,
    isLoadingMore: isFetchingNextPage,
    more() {
      // After a failure it waits for the reader to ask, or it would ask without end.
      if (hasNextPage && !isFetching && !isFetchNextPageError) void query.fetchNextPage()
    },
    again() {
      void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())
    },
  }
}
