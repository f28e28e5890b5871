import type { Transaction } from '@ledger/contracts/shapes.ts'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type ListFilter, pagesQuery, REFRESHED_PAGES } from '../api/own-ledger.ts'
import { balanceQuery } from '../api/site-account.ts'

/** Some rows of a list, drawn and measured together. */
export interface Block {
  /** The place of its first row in the list, from 0. */
  readonly first: number
  readonly rows: readonly Transaction[]
}

/** The list that a filter leaves, as far as it was scrolled, kept fresh (§9). */
export interface Pages {
  /** Undefined until the first page is here. */
  readonly blocks: readonly Block[] | undefined
  readonly error: Error | null
  readonly isLoadingMore: boolean
  /** Asks for the next page where there is one and none is on its way. */
  more(): void
  again(): void
}

/** @param keep which of the rows that the server sends belong to the list; a function that stays the same */
export function usePages(filter: ListFilter, keep: (row: Transaction) => boolean = all): Pages {
  const client = useQueryClient()
  const query = useInfiniteQuery({ ...pagesQuery(filter), placeholderData: keepPreviousData })
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  const [cut] = useState(() => blockCutter(keep))
  const blocks = useMemo(() => data && inOrder(data.pages.map((page) => cut(page.rows))), [data, cut])

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
    blocks,
    error,
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

const all = () => true

/** A phone shows eight rows; blocks of ten keep 100,000 rows to 10,000 measured heights, and few rows drawn for nothing. */
const BLOCK = 10

type Cut = readonly (readonly Transaction[])[]

/** Cuts a page into blocks once, however often pages come after it. */
function blockCutter(keep: (row: Transaction) => boolean): (page: readonly Transaction[]) => Cut {
  const known = new WeakMap<readonly Transaction[], Cut>()
  return (page) => {
    const done = known.get(page)
    if (done !== undefined) return done
    const kept = page.filter(keep)
    const cut = Array.from({ length: Math.ceil(kept.length / BLOCK) }, (_, index) =>
      kept.slice(index * BLOCK, (index + 1) * BLOCK),
    )
    known.set(page, cut)
    return cut
  }
}

function inOrder(pages: readonly Cut[]): Block[] {
  let first = 0
  return pages.flat().map((rows) => {
    const block = { first, rows }
    first += rows.length
    return block
  })
}
