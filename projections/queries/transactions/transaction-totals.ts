import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { TransactionTotals } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TotalKind } from '../../read-models/period-totals/period-totals.ts'
import {
  type CountAndPaise,
  ROW_KIND_SQL,
  readTotalsByKind,
} from '../../read-models/period-totals/read-period-totals.ts'
import { buildRowSearch } from '../search/build-row-search.ts'
import type { SearchConditions } from '../search/search-conditions.ts'
import type { SiteSpan } from '../sites/site-spans.ts'
import { spanTotalsSql, withoutGroups } from '../sites/span-totals.ts'
import { readTotalsWithOrWithoutBill } from './totals-with-or-without-bill.ts'
import {
  allConditionsSql,
  countAmongNewest,
  filterConditions,
  hasPlannedFilter,
  isRowShownSql,
  type TransactionRowFilter,
} from './transaction-query.ts'

const NO_TOTAL = { count: 0, amount: '0.00' }
export const NO_TRANSACTION_TOTALS: TransactionTotals = {
  count: 0,
  credits: NO_TOTAL,
  debits: NO_TOTAL,
  transfersReceived: NO_TOTAL,
  transfersGiven: NO_TOTAL,
  deleted: NO_TOTAL,
}

/**
 * Returns the exact totals of all rows that a filter matches, however many pages they are. A filter by account, days,
 * type and bill reads stored totals; any other filter adds up the matching rows.
 */
export async function readTransactionTotals(
  db: Kysely<Database>,
  companyId: string,
  filter: TransactionRowFilter,
): Promise<TransactionTotals> {
  const kinds = hasStoredTotals(filter)
    ? await readStoredTotals(db, companyId, filter)
    : await sumMatchingRows(db, companyId, filter)
  const sums = [...kinds].map(([kind, { count, paise }]) => [kind, { count, amount: formatAmount(paise) }])
  const count = [...kinds].reduce((all, [, kind]) => all + kind.count, 0)
  return { ...NO_TRANSACTION_TOTALS, ...Object.fromEntries(sums), count }
}

type TotalsByKind = ReadonlyMap<TotalKind, CountAndPaise>

/** Deleted rows have one stored total, for credits and debits, with a bill and without. */
const hasStoredTotals = ({ q, spans, beneficiaries, purpose, type, bill, deleted, ...filter }: TransactionRowFilter) =>
  !q?.trim() &&
  (spans === undefined || (bill === undefined && deleted === undefined)) &&
  !hasPlannedFilter(filter) &&
  beneficiaries === undefined &&
  purpose === undefined &&
  ((type === undefined && bill === undefined) || deleted === undefined)

async function readStoredTotals(
  db: Kysely<Database>,
  companyId: string,
  filter: TransactionRowFilter,
): Promise<TotalsByKind> {
  const { accountId, spans, bill } = filter
  const kinds: TotalsByKind =
    spans !== undefined
      ? await readSpanTotalsByKind(db, companyId, spans, filter)
      : bill === undefined
        ? await readTotalsByKind(db, companyId, accountId, filter)
        : await readTotalsWithOrWithoutBill(db, companyId, accountId, bill, filter)
  return new Map([...kinds].filter(([kind, { count }]) => count > 0 && isKindShown(kind, filter)))
}

async function readSpanTotalsByKind(
  db: Kysely<Database>,
  companyId: string,
  spans: readonly SiteSpan[],
  period: PeriodQuery,
): Promise<TotalsByKind> {
  const { rows } = await sql<{ kind: TotalKind; paise: string; count: number }>`
    SELECT key AS kind, sum(paise)::numeric AS paise, sum(count)::bigint AS count
    FROM ${spanTotalsSql(companyId, withoutGroups(spans), period)} AS rows GROUP BY 1`.execute(db)
  return new Map(rows.map(({ kind, paise, count }) => [kind, { count, paise: BigInt(paise) }]))
}

function isKindShown(kind: TotalKind, { type, deleted }: TransactionRowFilter): boolean {
  if (kind === 'deleted') return deleted !== undefined
  if (deleted === 'only') return false
  return type === undefined || TYPE_OF_KIND[kind] === type
}
const TYPE_OF_KIND = {
  credits: 'credit',
  transfersReceived: 'credit',
  debits: 'debit',
  transfersGiven: 'debit',
} as const

async function sumMatchingRows(
  db: Kysely<Database>,
  companyId: string,
  filter: TransactionRowFilter,
): Promise<TotalsByKind> {
  const search = await buildRowSearch(db, companyId, filter)
  const words = search ? await wordConditions(db, companyId, filter, search) : []
  // Groups first by columns that have few values, as the planner knows: by any other expression it sorts the rows.
  // `numeric` arrives as text, because the sum of deleted entries has no limit.
  const { rows } = await sql<{ kind: TotalKind; count: number; paise: string }>`
    SELECT ${ROW_KIND_SQL} AS kind, sum(count)::bigint AS count, sum(paise) AS paise FROM (
      SELECT deleted, type, nullif(transfer_from IS NOT NULL, false) AS transfer_from, count(*) AS count, sum(paise) AS paise FROM ledger_rows
      WHERE ${allConditionsSql([...filterConditions(companyId, filter), ...words, isRowShownSql(filter)])} GROUP BY 1, 2, 3) AS sums GROUP BY 1`.execute(
    db,
  )
  return new Map(rows.map(({ kind, count, paise }) => [kind, { count, paise: BigInt(paise) }]))
}

/**
 * Words are frequent where more than one in `oneIn` of the `of` newest rows have them: the planner has no statistics
 * for pairs of characters.
 */
const FREQUENT_WORDS = { of: 1000, oneIn: 8 }

async function wordConditions(
  db: Kysely<Database>,
  companyId: string,
  filter: TransactionRowFilter,
  { exact, indexed, onlyIfRare }: SearchConditions,
): Promise<RawBuilder<boolean>[]> {
  if (!indexed) return [exact]
  if (!onlyIfRare) return [indexed, exact]
  const { looked, found } = await countAmongNewest(db, companyId, filter, exact, FREQUENT_WORDS.of)
  return looked < FREQUENT_WORDS.of || found * FREQUENT_WORDS.oneIn > looked ? [exact] : [indexed, exact]
}
