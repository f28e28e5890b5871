import type { Transaction } from '@ledger/contracts/shapes.ts'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type ListFilter, pagesQuery, REFRESHED_PAGES } from '../../shared/api/own-ledger.ts'
import { balanceQuery } from '../../shared/api/site-account.ts'
import { type Block, useBlocks } from '../../shared/entry/blocks.ts'

/** The filtered list as far as it was scrolled, refreshed (§9). */
export interface Pages {
  /** Undefined until the first page is here. */
  readonly blocks: readonly Block<Transaction>[] | undefined
  /** True while the rows still belong to the filter before, until the answer for this one arrives. */
  readonly areOfBefore: boolean
  readonly error: Error | null
  readonly isLoadingMore: boolean
  /**
   * Requests the next page. Undefined where there is none, and while another one is loading or the list is read again.
   */
  readonly more: (() => void) | undefined
  again(): void
}

/** @param keep selects the rows of the server's answer that belong to the list; must be the same function each time */
export function usePages(filter: ListFilter, keep?: (row: Transaction) => boolean): Pages {
  const client = useQueryClient()
  const query = useInfiniteQuery({ ...pagesQuery(filter), placeholderData: keepPreviousData })
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query
  const blocks = useBlocks(data?.pages, keep)

  // A long list is read again when a balance changes, not every 30 s.
  const { data: balance } = useQuery(balanceQuery)
  const before = useRef(balance)
  const isLong = (data?.pages.length ?? 0) > REFRESHED_PAGES
  useEffect(() => {
    const moved = before.current !== undefined && before.current !== balance
    before.current = balance
    if (moved && isLong) void client.invalidateQueries({ queryKey: pagesQuery(filter).queryKey })
  }, [balance, isLong, client, filter])

  // After a failure only the reader asks again, because otherwise the requests would never end.
  const mayAsk = hasNextPage && !isFetching && !isFetchNextPageError
  return {
    blocks,
    areOfBefore: isPlaceholderData,
    error,
    isLoadingMore: isFetchingNextPage,
    more: mayAsk ? () => void query.fetchNextPage() : undefined,
    again() {
      void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())
    },
  }
}
