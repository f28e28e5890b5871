import type { PackedRows } from '@ledger/database/binary/packed-text-rows.ts'
import {
  createBatchLoader,
  indexByCompanyAndKey,
  type PerCompany,
  toCompanyAndKeyColumns,
} from '@ledger/database/connection/batch-loader.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { newestPackedRowsSql, type TransactionListRow, unpackRows } from './transaction-query.ts'

/**
 * Returns the newest rows of an account, at most `most`; undefined where they have to be read by a query of their own.
 */
export type NewestOf = (accountId: string, most: number) => Promise<TransactionListRow[] | undefined>

/**
 * Pages in one query: with more, later requests would wait longer, and the answer would block the event loop for long.
 */
const TOGETHER = 8

/**
 * Opens the loader of first pages of a process: phones ask again and again for the first page of their own list.
 * Requests of the same moment share a query, and each page is read after it was asked for.
 * @param mayJoin whether several companies may be in one query
 */
export function openNewestPages(db: Kysely<Database>, mayJoin: boolean): PerCompany<NewestOf> {
  const byMost = new Map<number, PerCompany<(accountId: string) => Promise<PackedRows | undefined>>>()
  function together(most: number) {
    const known = byMost.get(most) ?? createBatchLoader(pagesOf(db, most), mayJoin, TOGETHER)
    byMost.set(most, known)
    return known
  }
  return (companyId) => {
    const own = new Map<number, (accountId: string) => Promise<PackedRows | undefined>>()
    return async (accountId, most) => {
      const ask = own.get(most) ?? together(most)(companyId)
      own.set(most, ask)
      const text = await ask(accountId)
      return text && unpackRows(text)
    }
  }
}

/**
 * Passes the keys as JSON, for which the planner assumes a hundred elements, with the limit eight: one plan is cached
 * for one page as for eight, and does not look so expensive that it would be compiled.
 */
function pagesOf(db: Kysely<Database>, most: number) {
  return {
    async loadForCompany(companyId: string, accountIds: string[]) {
      const { rows } = await sql<PackedRows & { id: string }>`
        SELECT asked.id, page.* FROM (SELECT * FROM json_array_elements_text(${JSON.stringify(accountIds)}::json) LIMIT ${sql.lit(TOGETHER)}) AS asked (id)
        CROSS JOIN LATERAL (${newestPackedRowsSql(sql`${companyId}`, sql`asked.id::uuid`, most)}) AS page`.execute(db)
      const found = new Map(rows.map((row) => [row.id, row]))
      return (accountId: string) => found.get(accountId)
    },
    async loadForCompanies(asked: Parameters<typeof toCompanyAndKeyColumns<string>>[0]) {
      const { companyIds, keys } = toCompanyAndKeyColumns(asked)
      const { rows } = await sql<PackedRows & { company_id: string; id: string }>`
        SELECT asked.company_id, asked.id, page.*
        FROM (SELECT * FROM ROWS FROM (json_array_elements_text(${JSON.stringify(companyIds)}::json),
          json_array_elements_text(${JSON.stringify(keys)}::json)) LIMIT ${sql.lit(TOGETHER)}) AS asked (company_id, id)
        CROSS JOIN LATERAL (${newestPackedRowsSql(sql`asked.company_id::uuid`, sql`asked.id::uuid`, most)}) AS page`.execute(
        db,
      )
      return indexByCompanyAndKey(rows, (row) => row.id)
    },
  }
}
