import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** Returns the last position that was recorded before an instant, or at it where `orAt`; 0 before the first event. */
export async function lastPositionBefore(
  db: Kysely<Database>,
  companyId: string,
  instant: string,
  { orAt = false } = {},
): Promise<number> {
  // Times never fall along the log, so a binary search finds it.
  let [low, high] = [0, await readHeadPosition(db, companyId)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const event = await db
      .selectFrom('events')
      .select('recorded_at')
      .where('company_id', '=', companyId)
      .where('position', '=', middle)
      .executeTakeFirstOrThrow()
    if (event.recorded_at < instant || (orAt && event.recorded_at === instant)) low = middle
    else high = middle - 1
  }
  return low
}
