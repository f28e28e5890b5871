import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'

/** The end of each company's log, by its id. */
export type HeadPositions = ReadonlyMap<string, number>

/**
 * Returns a function that reads all heads once for all callers within `forMs`, so that a thousand idle companies cost
 * one statement.
 */
export function openLogHeadsCache(db: Kysely<Database>, forMs: number): () => Promise<HeadPositions> {
  const cache = new LRUCache<'heads', HeadPositions>({
    ...{ max: 1, ttl: forMs },
    async fetchMethod() {
      const rows = await db.selectFrom('log_heads').select(['company_id', 'position']).execute()
      return new Map(rows.map(({ company_id, position }) => [company_id, position]))
    },
  })
  return () => cache.forceFetch('heads')
}
