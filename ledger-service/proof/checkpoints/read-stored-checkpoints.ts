import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** Rows in one read; a year has half a million. */
const CHECKPOINTS_PER_PAGE = 5000

/** Yields the signed checkpoints in the database up to a size, the smallest first. */
export function readCheckpointPages(db: Kysely<Database>, companyId: string, upTo = Number.MAX_SAFE_INTEGER) {
  const read = (after: number) =>
    db
      .selectFrom('signed_checkpoints')
      .select(['size', 'note', 'signed_at'])
      .where('company_id', '=', companyId)
      .where('size', '>', after)
      .where('size', '<=', upTo)
      .orderBy('size')
      .limit(CHECKPOINTS_PER_PAGE)
      .execute()
  return prefetchPages(0, read, (row) => row.size)
}

/** Returns the size of the newest of them; 0 before the first. */
export async function readNewestCheckpointSize(db: Kysely<Database>, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('signed_checkpoints')
    .select((checkpoint) => checkpoint.fn.max('size').as('size'))
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.size ?? 0
}
