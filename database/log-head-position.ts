import type { Kysely } from 'kysely'
import type { Database } from './tables/database-schema.ts'

/** Returns the position of the last event of a company's log; 0 for an empty log. */
export async function readHeadPosition(db: Kysely<Database>, companyId: string): Promise<number> {
  const head = await db
    .selectFrom('log_heads')
    .select('position')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return head?.position ?? 0
}
