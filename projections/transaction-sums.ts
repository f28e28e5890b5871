import { formatAmount } from '@ledger/contracts/money.ts'
import type { TransactionSums } from '@ledger/contracts/reports.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { type RowFilter, rowsLeft } from './ledger-pages.ts'

type Kind = Exclude<keyof TransactionSums, 'count'>

/** Each row is of one kind. */
const KIND = sql<Kind>`CASE WHEN deleted THEN 'deleted'
  WHEN transfer_from IS NULL THEN CASE type WHEN 'credit' THEN 'credits' ELSE 'debits' END
  ELSE CASE type WHEN 'credit' THEN 'transfersReceived' ELSE 'transfersGiven' END END`

const none = { count: 0, amount: '0.00' }
export const NO_SUMS: TransactionSums = {
  count: 0,
  credits: none,
  debits: none,
  transfersReceived: none,
  transfersGiven: none,
  deleted: none,
}

/** What the rows add up to that a filter leaves, exactly, however many pages they are. */
export async function transactionSumsOf(
  db: Kysely<Database>,
  companyId: string,
  filter: RowFilter,
): Promise<TransactionSums> {
  let rows = rowsLeft(db, companyId, filter)
  if (filter.deleted !== 'include') rows = rows.where('deleted', '=', sql.lit(filter.deleted === 'only'))
  const kinds = await rows
    .select([
      KIND.as('kind'),
      sql<number>`count(*)`.as('count'),
      // Numeric comes as text: deleted entries count against no largest total.
      sql<string>`sum(paise)`.as('paise'),
    ])
    .groupBy(sql`1`)
    .execute()
  const sums = kinds.map(({ kind, count, paise }) => [kind, { count, amount: formatAmount(BigInt(paise)) }])
  const count = kinds.reduce((all, kind) => all + kind.count, 0)
  return { ...NO_SUMS, ...Object.fromEntries(sums), count }
}
