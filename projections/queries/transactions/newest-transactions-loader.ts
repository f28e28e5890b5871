import { createBatchLoader } from '@ledger/database/connection/batch-loader.ts'
import type { PackedRows } from '@ledger/database/connection/pack-query-rows-as-text.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { packedRows, type TransactionListRow } from './transaction-list-columns.ts'
import { newestPackedRowsSql } from './transaction-query.ts'

/**
 * Returns the newest rows of an account, at most `most`; undefined where they have to be read by a query of their own.
 */
export type LoadNewestTransactions = (accountId: string, most: number) => Promise<TransactionListRow[] | undefined>

/**
 * Pages in one query: with more, later requests would wait longer, and the answer would block the event loop for long.
 */
const MAX_PAGES_PER_QUERY = 8

/**
 * Opens the loader of first pages of a company: phones ask again and again for the first page of their own list.
 * Requests of the same moment share a query, and each page is read after it was asked for.
 */
export function openNewestTransactionsLoader(db: Kysely<Database>, companyId: string): LoadNewestTransactions {
  const byMost = new Map<number, (accountId: string) => Promise<PackedRows | undefined>>()
  return async (accountId, most) => {
    const ask =
      byMost.get(most) ?? createBatchLoader((ids: string[]) => readPages(db, companyId, ids, most), MAX_PAGES_PER_QUERY)
    byMost.set(most, ask)
    const text = await ask(accountId)
    return text && packedRows.rowsIn(text)
  }
}

/**
 * Passes the keys as JSON, for which the planner assumes a hundred elements, with the limit eight: one plan is cached
 * for one page as for eight, and does not look so expensive that it would be compiled.
 */
async function readPages(db: Kysely<Database>, companyId: string, accountIds: string[], most: number) {
  const { rows } = await sql<PackedRows & { id: string }>`
    SELECT asked.id, page.* FROM (SELECT * FROM json_array_elements_text(${JSON.stringify(accountIds)}::json) LIMIT ${sql.lit(MAX_PAGES_PER_QUERY)}) AS asked (id)
    CROSS JOIN LATERAL (${newestPackedRowsSql(sql`${companyId}`, sql`asked.id::uuid`, most)}) AS page`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return (accountId: string) => found.get(accountId)
}
