/** §9: balance and transactions are fetched again every 30 s and when the window gets the focus. */
export const REFETCH_MS = 30_000

interface LoadedPages {
  readonly state: {
    readonly data?: { readonly pages: readonly unknown[] } | undefined
    readonly isInvalidated: boolean
  }
}

/**
 * Returns the options of a list that is read again as above while it is short. A list of more pages is read again only
 * when something changed here: each page is a request, 500 of them for 100,000 rows.
 */
export function refetchWhileShort(mostPages: number) {
  const isShort = ({ state }: LoadedPages) => (state.data?.pages.length ?? 0) <= mostPages
  return {
    refetchInterval: (query: LoadedPages) => (isShort(query) ? REFETCH_MS : (false as const)),
    refetchOnWindowFocus: isShort,
    refetchOnMount: (query: LoadedPages) => query.state.isInvalidated || isShort(query),
  }
}
