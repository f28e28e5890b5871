import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { balanceQuery } from '../../shared/api/field-queries.ts'
import {
  type ListFilter,
  MAX_PAGES_REFETCHED,
  transactionPagesQuery,
} from '../../shared/api/own-transaction-queries.ts'
import { type RowBlock, useRowBlocks } from '../../shared/entry/list/virtual-list-blocks.ts'
import { placePendingRows } from '../khata/place-pending-rows.ts'

const NONE_WAITING: readonly Transaction[] = []

/** The filtered list as far as it was scrolled, refreshed (§9). */
export interface TransactionPages {
  /** Undefined until the first page is here. */
  readonly blocks: readonly RowBlock<Transaction>[] | undefined
  /** True while the rows still belong to the filter before, until the answer for this one arrives. */
  readonly isPlaceholder: boolean
  readonly error: Error | null
  readonly isLoadingMore: boolean
  /** Whether there are rows after those that are loaded. */
  readonly hasMore: boolean
  /**
   * Requests the next page. Undefined where there is none, and while another one is loading or the list is read again.
   */
  readonly loadMore: (() => void) | undefined
  retry(): void
}

/**
 * @param keep selects the rows of the server's answer that belong to the list; must be the same function each time
 * @param waiting rows that are not in the ledger yet and belong to the list, the newest first; shown at their dates
 */
export function useTransactionPages(
  filter: ListFilter,
  keep?: (row: Transaction) => boolean,
  waiting: readonly Transaction[] = NONE_WAITING,
): TransactionPages {
  const client = useQueryClient()
  const query = useInfiniteQuery({ ...transactionPagesQuery(filter), placeholderData: keepPreviousData })
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query
  const pages = useMemo(() => data && placePendingRows(data.pages, waiting, hasNextPage), [data, waiting, hasNextPage])
  const blocks = useRowBlocks(pages, keep)

  // A long list is read again when a balance changes, not every 30 s.
  const { data: balance } = useQuery(balanceQuery)
  const before = useRef(balance)
  const isLong = (data?.pages.length ?? 0) > MAX_PAGES_REFETCHED
  useEffect(() => {
    const moved = before.current !== undefined && before.current !== balance
    before.current = balance
    if (moved && isLong) void client.invalidateQueries({ queryKey: transactionPagesQuery(filter).queryKey })
  }, [balance, isLong, client, filter])

  // After a failure only the reader asks again, because otherwise the requests would never end.
  const mayAsk = hasNextPage && !isFetching && !isFetchNextPageError
  return {
    blocks,
    isPlaceholder: isPlaceholderData,
    error,
    isLoadingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    loadMore: mayAsk ? () => void query.fetchNextPage() : undefined,
    retry() {
      void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())
    },
  }
}
