import type { PeopleQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { BeneficiaryReport } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { splitSearchWords } from '@ledger/contracts/text/search-words.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { alsoWritten } from '../beneficiaries/beneficiary-lists.ts'
import { findSpellings } from '../search/find-spellings.ts'
import { hasAnyWordSql } from '../search/word-sql.ts'

/**
 * Returns beneficiaries with all that they were paid, the most paid first; `q` searches the name and the other
 * spellings. A group of spellings is one row: that of the spelling which the others were merged into, with the sums of
 * all.
 */
export async function listBeneficiaryReports(
  db: Kysely<Database>,
  companyId: string,
  { q, limit, cursor }: Omit<PeopleQuery, 'language'>,
): Promise<{ rows: BeneficiaryReport[]; next?: string; count: number }> {
  const offset = Number(/^\d{1,9}$/.exec(cursor ?? '')?.[0] ?? 0)
  const words = await findSpellings(db, companyId, splitSearchWords(q ?? ''))
  const named = sql.join(
    words.map((spellings) => sql`AND ${hasAnyWordSql(sql`coalesce(g.names, b.name)`, spellings)}`),
    sql` `,
  )
  const groups = sql`groups AS MATERIALIZED (
    SELECT group_id, min(g.name) AS name, min(g.name) || chr(10) || string_agg(spelling, chr(10)) AS names,
      json_agg(spelling ORDER BY spelling) AS spellings, array_agg(g.beneficiary_id) AS ids,
      sum(p.received_paise) AS paise, sum(p.credits) AS payments
    FROM beneficiary_groups g
    LEFT JOIN balances p ON p.company_id = ${companyId} AND p.account_id = g.beneficiary_id
    WHERE g.company_id = ${companyId} GROUP BY group_id)`
  // A spelling that is merged into another one has no row of its own.
  const found = sql`b.company_id = ${companyId} ${named} AND NOT EXISTS (SELECT FROM beneficiary_groups m
    WHERE m.company_id = ${companyId} AND m.beneficiary_id = b.beneficiary_id AND m.group_id <> m.beneficiary_id)`
  const counted = sql<{ count: number }>`
    WITH ${groups} SELECT count(*) FROM beneficiaries b LEFT JOIN groups g ON g.group_id = b.beneficiary_id
    WHERE ${found}`.execute(db)
  const reported = sql<ReportRow>`
    WITH ${groups},
    page AS (
      SELECT b.beneficiary_id AS id, coalesce(g.name, b.name) AS name, g.spellings, g.ids,
        coalesce(g.paise, p.received_paise, 0) AS paise, coalesce(g.payments, p.credits, 0) AS payments
      FROM beneficiaries b LEFT JOIN groups g ON g.group_id = b.beneficiary_id
      LEFT JOIN balances p ON p.company_id = b.company_id AND p.account_id = b.beneficiary_id
      WHERE ${found}
      ORDER BY coalesce(g.paise, p.received_paise, 0) DESC, b.beneficiary_id OFFSET ${offset} LIMIT ${limit + 1})
    SELECT id, name, spellings, paise::numeric, payments::bigint,
      CASE WHEN ids IS NULL
        THEN (SELECT max(date) FROM ledger_rows r WHERE r.company_id = ${companyId} AND r.beneficiary_id = id AND NOT r.deleted)
        ELSE (SELECT max(date) FROM ledger_rows r WHERE r.company_id = ${companyId} AND r.beneficiary_id = ANY (ids) AND NOT r.deleted)
      END AS last
    FROM page ORDER BY page.paise DESC, id`.execute(db)
  const [{ rows }, count] = await Promise.all([reported, counted.then(({ rows: [one] }) => one?.count ?? 0)])
  const next = rows.length > limit ? { next: String(offset + limit) } : {}
  const reports = rows.slice(0, limit).map(({ id, name, spellings, paise, payments, last }) => ({
    ...{ id, name, ...alsoWritten(name, spellings) },
    totalPaid: formatAmount(BigInt(paise)),
    payments,
    lastPaidOn: last,
  }))
  return { rows: reports, ...next, count }
}

interface ReportRow {
  id: string
  name: string
  /** JSON; null where nothing was renamed or merged. */
  spellings: string | null
  paise: string
  payments: number
  last: string | null
}
