import { readAhead } from '@ledger/database/read-ahead.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'

/** Rows in one read; a year has half a million. */
const PAGE = 5000

/** Yields the signed checkpoints in the database up to a size, the smallest first. */
export function keptNotes(db: Kysely<Database>, companyId: string, upTo = Number.MAX_SAFE_INTEGER) {
  const read = (after: number) =>
    db
      .selectFrom('signed_checkpoints')
      .select(['size', 'note', 'signed_at'])
      .where('company_id', '=', companyId)
      .where('size', '>', after)
      .where('size', '<=', upTo)
      .orderBy('size')
      .limit(PAGE)
      .execute()
  return readAhead(0, read, (row) => row.size)
}

/** Returns the size of the newest of them; 0 before the first. */
export async function newestSize(db: Kysely<Database>, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('signed_checkpoints')
    .select((checkpoint) => checkpoint.fn.max('size').as('size'))
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.size ?? 0
}
