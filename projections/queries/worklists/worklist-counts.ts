import type { WorklistCounts } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { WORKLISTS } from '@ledger/contracts/http/worklists/worklist-names.ts'
import { LARGEST_EXACT_COUNT } from '@ledger/contracts/largest-exact-count.ts'
import { NEVER_PREPARE_COMMENT } from '@ledger/database/connection/auto-prepare.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { lastDifferingCountsSql } from '../cash-counts/cash-count-lists.ts'
import { WORKLIST_QUERIES, type WorklistContext } from './worklist-conditions.ts'

/**
 * Returns how many accounts or entries each list has, by one statement: a list counts what an index has of it. A list
 * whose entries are counted one by one has at most one more than LARGEST_EXACT_COUNT. One that is switched off has
 * none.
 */
export async function readWorklistCounts(db: Kysely<Database>, context: WorklistContext): Promise<WorklistCounts> {
  const counts = [
    ...WORKLISTS.map((name) => sql`(${countSql(name, context)})::integer AS ${sql.ref(name)}`),
    sql`(SELECT count(*) FROM (${lastDifferingCountsSql(context.companyId)}) AS differing)::integer AS "cashCounts"`,
  ]
  const { rows } = await sql<WorklistCounts>`SELECT ${sql.raw(NEVER_PREPARE_COMMENT)} ${sql.join(counts)}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A query of counts has one row')
  return found
}

function countSql(name: keyof typeof WORKLIST_QUERIES, context: WorklistContext) {
  const { rows, count } = WORKLIST_QUERIES[name]
  const conditions = rows(context)
  if (!conditions) return sql`SELECT 0`
  if (count) return count(context)
  return sql`SELECT count(*) FROM (SELECT FROM ledger_rows WHERE company_id = ${context.companyId} AND NOT deleted
    AND ${sql.join(conditions, sql` AND `)} LIMIT ${LARGEST_EXACT_COUNT + 1}) AS counted`
}
