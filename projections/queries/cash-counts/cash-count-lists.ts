import type { AccountCashCount, CashCount } from '@ledger/contracts/http/cash-counts/cash-count-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import type { LoadAccountNames } from '../account-identity-loader.ts'

/** A page of counts, newest first, and the cursor of the next one where there is one. */
interface CashCountPage<Shown> {
  rows: Shown[]
  next?: string
}

interface CashCountPageQuery {
  limit: number
  cursor?: string | undefined
  accountId?: string | undefined
  /** The last count of each account that is not deleted, where it differs. */
  last?: 'differing' | undefined
}

type CashCountRow = Omit<RowOf<'cash_counts'>, 'company_id'>

/** Returns the figures of a count as the API shows them. */
export function cashCountFigures(countedPaise: number, expectedPaise: number) {
  return {
    counted: formatAmount(countedPaise),
    expected: formatAmount(expectedPaise),
    difference: formatAmount(countedPaise - expectedPaise),
  }
}

/** Returns a page of the counts of one account. */
export async function listOwnCashCounts(
  { db, companyId }: { db: Kysely<Database>; companyId: string },
  query: CashCountPageQuery & { accountId: string },
): Promise<CashCountPage<CashCount>> {
  const { rows, next } = await readCashCountPage(db, companyId, query)
  return { rows: rows.map(toCashCount), ...next }
}

/** Returns a page of the counts of all accounts, or of one, with the names of today. */
export async function listCashCounts(
  { db, companyId, names }: { db: Kysely<Database>; companyId: string; names: LoadAccountNames },
  query: CashCountPageQuery,
): Promise<CashCountPage<AccountCashCount>> {
  const { rows, next } = await readCashCountPage(db, companyId, query)
  const named = await names(new Set(rows.map((row) => row.account_id)))
  const shown = rows.map((row) => {
    const { role, status, mobile, first_name: first, last_name: last, site_name } = named.get(row.account_id) ?? {}
    return {
      ...toCashCount(row),
      account: role == null || mobile == null || status === 'closed' ? row.account_id : publicIdFor(role, mobile),
      accountName: `${first ?? ''} ${last ?? ''}`.trim(),
      role: role ?? ('site_incharge' as const),
      siteName: site_name ?? null,
    }
  })
  return { rows: shown, ...next }
}

const toCashCount = ({ counted_at, counted_paise, expected_paise }: CashCountRow): CashCount => ({
  at: counted_at,
  ...cashCountFigures(counted_paise, expected_paise),
})

async function readCashCountPage(
  db: Kysely<Database>,
  companyId: string,
  { limit, cursor, accountId, last }: CashCountPageQuery,
): Promise<{ rows: CashCountRow[]; next: { next?: string } }> {
  const before = /^\d{1,15}$/.exec(cursor ?? '')?.[0]
  const source = last === undefined ? sql`cash_counts` : sql`(${lastDifferingCountsSql(companyId)})`
  const { rows: found } = await sql<CashCountRow>`
    SELECT account_id, position, counted_at, counted_paise, expected_paise FROM ${source} AS counts
    WHERE company_id = ${companyId}
      ${accountId === undefined ? sql`` : sql`AND account_id = ${accountId}`}
      ${before === undefined ? sql`` : sql`AND position < ${Number(before)}`}
    ORDER BY position DESC LIMIT ${limit + 1}`.execute(db)
  const rows = found.slice(0, limit)
  const end = rows.at(-1)
  return { rows, next: found.length > limit && end ? { next: String(end.position) } : {} }
}

/**
 * Returns the query for the last count of each account that is not deleted, where it differs. Ledger cash below zero is
 * no figure to differ from (isCashBelowZero).
 */
export const lastDifferingCountsSql = (companyId: string) => sql`
  SELECT count.* FROM directory d CROSS JOIN LATERAL (
    SELECT * FROM cash_counts WHERE company_id = ${companyId} AND account_id = d.account_id
    ORDER BY position DESC LIMIT 1) AS count
  WHERE d.company_id = ${companyId} AND d.status <> 'closed' AND d.role IN ('site_incharge', 'supervisor')
    AND count.expected_paise >= 0 AND count.counted_paise <> count.expected_paise`
