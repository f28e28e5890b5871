import { askedTogether, byCompany, inColumns, type OfCompany } from '@ledger/database/asked-together.ts'
import type { OneText } from '@ledger/database/one-text.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { newestAsText, type Row, rowsInText } from './ledger-pages.ts'

/** The newest rows of an account, so many; undefined where they have to be read by themselves. */
export type NewestOf = (accountId: string, most: number) => Promise<Row[] | undefined>

/** Pages in one query: whoever comes next does not wait for more, and the loop is not held up for long by what it answers. */
const TOGETHER = 8

/**
 * One for each process: what phones ask for again and again is the first page of their own list. Those that ask at the same moment are answered by one
 * query, and each was read after it was asked for.
 * @param mayJoin whether several companies may be in one query
 */
export function openNewestPages(db: Kysely<Database>, mayJoin: boolean): OfCompany<NewestOf> {
  const byMost = new Map<number, OfCompany<(accountId: string) => Promise<OneText | undefined>>>()
  function together(most: number) {
    const known = byMost.get(most) ?? askedTogether(pagesOf(db, most), mayJoin, TOGETHER)
    byMost.set(most, known)
    return known
  }
  return (companyId) => {
    const own = new Map<number, (accountId: string) => Promise<OneText | undefined>>()
    return async (accountId, most) => {
      const ask = own.get(most) ?? together(most)(companyId)
      own.set(most, ask)
      const text = await ask(accountId)
      return text && rowsInText(text)
    }
  }
}

/**
 * What is asked for comes as JSON, in which the server takes for granted a hundred elements, and with the limit eight: a plan is kept for one page
 * as for eight, and does not look so dear that it would be compiled.
 */
function pagesOf(db: Kysely<Database>, most: number) {
  return {
    async ofOne(companyId: string, accountIds: string[]) {
      const { rows } = await sql<OneText & { id: string }>`
        SELECT asked.id, page.* FROM (SELECT * FROM json_array_elements_text(${JSON.stringify(accountIds)}::json) LIMIT ${sql.lit(TOGETHER)}) AS asked (id)
        CROSS JOIN LATERAL (${newestAsText(sql`${companyId}`, sql`asked.id::uuid`, most)}) AS page`.execute(db)
      const found = new Map(rows.map((row) => [row.id, row]))
      return (accountId: string) => found.get(accountId)
    },
    async ofSeveral(asked: Parameters<typeof inColumns<string>>[0]) {
      const { companyIds, keys } = inColumns(asked)
      const { rows } = await sql<OneText & { company_id: string; id: string }>`
        SELECT asked.company_id, asked.id, page.*
        FROM (SELECT * FROM ROWS FROM (json_array_elements_text(${JSON.stringify(companyIds)}::json),
          json_array_elements_text(${JSON.stringify(keys)}::json)) LIMIT ${sql.lit(TOGETHER)}) AS asked (company_id, id)
        CROSS JOIN LATERAL (${newestAsText(sql`asked.company_id::uuid`, sql`asked.id::uuid`, most)}) AS page`.execute(
        db,
      )
      return byCompany(rows, (row) => row.id)
    },
  }
}
