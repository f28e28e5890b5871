import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** The end of each company's log, by its id. */
export type HeadPositions = ReadonlyMap<string, number>

/**
 * Returns a function that reads all heads once for all callers within `forMs`, so that a thousand idle companies cost
 * one statement.
 */
export function openLogHeadsCache(db: Kysely<Database>, forMs: number): () => Promise<HeadPositions> {
  let looked: { at: number; heads: Promise<HeadPositions> } | undefined

  async function look(): Promise<HeadPositions> {
    const rows = await db.selectFrom('log_heads').select(['company_id', 'position']).execute()
    return new Map(rows.map(({ company_id, position }) => [company_id, position]))
  }

  return () => {
    const now = performance.now()
    if (!looked || now - looked.at > forMs) {
      const own = { at: now, heads: look() }
      looked = own
      own.heads.catch(() => {
        if (looked === own) looked = undefined
      })
    }
    return looked.heads
  }
}
