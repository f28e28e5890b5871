import { type Day, endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * Returns how many entries are dated in a period: those that stand and those that are deleted; and how many changes
 * there were of entries that were dated in it before the change or after it. The received side of a transfer is no
 * entry of its own. A deletion is no change.
 */
export async function countEntriesOfPeriod(
  db: Kysely<Database>,
  companyId: string,
  { from, to }: { from: Day; to: Day },
): Promise<{ entries: number; deleted: number; edits: number }> {
  const inPeriod = (date: RawBuilder<unknown>) => sql`${date} >= ${startOfDay(from)} AND ${date} < ${endOfDay(to)}`
  const { rows } = await sql<{ entries: number; deleted: number; edits: number }>`
    SELECT count(*) FILTER (WHERE NOT deleted)::int AS entries, count(*) FILTER (WHERE deleted)::int AS deleted,
      (SELECT count(*) FROM activity a JOIN events e ON e.company_id = a.company_id AND e.position = a.position
        WHERE a.company_id = ${companyId} AND e.company_id = ${companyId} AND a.type = 'TransactionEdited'
          AND (${inPeriod(sql`(e.data #>> '{before,date}')::timestamptz`)}
            OR ${inPeriod(sql`(e.data #>> '{after,date}')::timestamptz`)}))::int AS edits
    FROM ledger_rows
    WHERE company_id = ${companyId} AND ${inPeriod(sql`date`)} AND row_id NOT LIKE '%-in'`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate has no row')
  return counts
}
