import type { ChangeKind } from '@ledger/contracts/http/change-notification.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { type Audience, affectedQueryPaths, allAffectedQueryPaths } from '../../shared/api/affected-queries.ts'
import { ApiError } from '../../shared/api/api-error.ts'

/**
 * The shortest interval between two reads of the lists, in milliseconds. It is longer for head office, which has many
 * lists and sees the changes of the whole company.
 */
const MIN_REFETCH_GAP_MS: Record<Audience, number> = { site: 500, admin: 1000 }

/**
 * A list of transactions that is scrolled further than this many pages is left alone, because it would be requested
 * page by page (own-transaction-queries.ts, transaction-queries.ts). Other lists grow by a button, and stay short.
 */
const MAX_REFETCHED_PAGES: Record<Audience, number> = { site: 5, admin: 2 }

export interface Refetcher {
  /**
   * Has the lists that show these kinds of changes read again: at once, or after the interval if they were just read.
   */
  refetchChanged(what: readonly ChangeKind[]): void
  /** Has every list on the screen read again, except failed ones, which show their error and retry on their own. */
  refetchAll(): void
}

export function createRefetcher(client: QueryClient, door: Audience): Refetcher {
  const pending = new Set<ChangeKind>()
  let isReading = false

  async function readPending(): Promise<void> {
    isReading = true
    while (pending.size > 0) {
      const paths = affectedQueryPaths(door, pending)
      pending.clear()
      await Promise.all([
        client.invalidateQueries({
          predicate: (query) => paths.has(query.queryKey[0]) && mayRefetch(query),
        }),
        new Promise((resolve) => setTimeout(resolve, MIN_REFETCH_GAP_MS[door])),
      ])
    }
    isReading = false
  }

  function refetchChanged(what: readonly ChangeKind[]): void {
    for (const kind of what) pending.add(kind)
    if (!isReading) void readPending()
  }

  function refetchAll(): void {
    const paths = allAffectedQueryPaths(door)
    void client.invalidateQueries({
      predicate: (query) => paths.has(query.queryKey[0]) && mayRefetch(query) && query.state.status !== 'error',
    })
  }

  return { refetchChanged, refetchAll }
}

/**
 * Tells whether a query may be read again: neither a list of transactions that was scrolled far, nor a deleted entry,
 * which does not return.
 */
export function mayRefetch({ queryKey: [path, part], state: { data, error } }: Query): boolean {
  const door = String(path).startsWith('/api/site/') ? 'site' : 'admin'
  const isGone = error instanceof ApiError && error.status === 404
  const isScrolled = path === `/api/${door}/transactions` && part === 'pages'
  return !isGone && !(isScrolled && (loadedPages(data)?.length ?? 0) > MAX_REFETCHED_PAGES[door])
}

function loadedPages(data: unknown): readonly unknown[] | undefined {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages
    : undefined
}
