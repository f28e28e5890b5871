import type { ChangeKind } from '@ledger/contracts/changes.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { changedLists, type Door } from '../../shared/api/changed-lists.ts'

/** How often lists are read again at most. Head office has many, and sees what the whole company does. */
const SHORTEST_MS: Record<Door, number> = { site: 500, admin: 1000 }

/** A list that somebody has scrolled further is left alone: it would be asked for page by page (own-ledger.ts, money.ts). */
const MOST_PAGES: Record<Door, number> = { site: 5, admin: 2 }

export interface Reader {
  /** Has what these kinds of changes show read again, at once or, if that was just done, a moment later. */
  read(what: readonly ChangeKind[]): void
  /** Has everything that is shown read again; what failed says so, and is tried again in its own time. */
  readAll(): void
}

export function openReader(client: QueryClient, door: Door): Reader {
  const pending = new Set<ChangeKind>()
  let isReading = false

  async function readPending(): Promise<void> {
    isReading = true
    while (pending.size > 0) {
      const paths = changedLists(door, pending)
      pending.clear()
      await Promise.all([
        client.invalidateQueries({
          predicate: (query) => paths.has(query.queryKey[0]) && mayReadAgain(query),
        }),
        new Promise((resolve) => setTimeout(resolve, SHORTEST_MS[door])),
      ])
    }
    isReading = false
  }

  function read(what: readonly ChangeKind[]): void {
    for (const kind of what) pending.add(kind)
    if (!isReading) void readPending()
  }

  function readAll(): void {
    const paths = changedLists(door, ['balance', 'transactions', 'beneficiaries', 'people'])
    void client.invalidateQueries({
      predicate: (query) => paths.has(query.queryKey[0]) && mayReadAgain(query) && query.state.status !== 'error',
    })
  }

  return { read, readAll }
}

/** Neither a list that was scrolled far, nor an entry that was deleted: it does not come back. */
export function mayReadAgain({ queryKey: [path], state: { data, error } }: Query): boolean {
  const door = String(path).startsWith('/api/site/') ? 'site' : 'admin'
  const isGone = error instanceof ApiError && error.status === 404
  return !isGone && (pagesOf(data)?.length ?? 0) <= MOST_PAGES[door]
}

function pagesOf(data: unknown): readonly unknown[] | undefined {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages
    : undefined
}
