import { type Day, endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Returns how many entries are dated in a period: those that stand, those that are deleted, and how often all of them
 * were changed. The received side of a transfer is no entry of its own. A deletion is no change.
 */
export async function countEntriesOfPeriod(
  db: Kysely<Database>,
  companyId: string,
  { from, to }: { from: Day; to: Day },
): Promise<{ entries: number; deleted: number; edits: number }> {
  const { rows } = await sql<{ entries: number; deleted: number; edits: number }>`
    SELECT count(*) FILTER (WHERE NOT deleted)::int AS entries, count(*) FILTER (WHERE deleted)::int AS deleted,
      coalesce(sum(revision - 1 - deleted::int), 0)::int AS edits
    FROM ledger_rows
    WHERE company_id = ${companyId} AND date >= ${startOfDay(from)} AND date < ${endOfDay(to)}
      AND row_id NOT LIKE '%-in'`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate has no row')
  return counts
}
