import { dayOf, type Instant } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { CancelledVoucher } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { formatVoucherNumber, type Voucher } from '@ledger/contracts/voucher-number.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { allConditionsSql, filterConditions } from '../transactions/transaction-query.ts'
import { statementRowFilter } from './statement-subject.ts'

const LENGTH_OF_ID = 36

/** Returns the cancelled vouchers of the company whose entries were dated in a period, by series and number. */
export async function readCancelledVouchers(
  db: Kysely<Database>,
  companyId: string,
  period: PeriodQuery,
): Promise<CancelledVoucher[]> {
  const conditions = [
    ...filterConditions(companyId, statementRowFilter({ kind: 'company' }, period)),
    sql`deleted = true`,
  ]
  // Both sides of a transfer have the id of the transaction, one with an ending.
  const { rows } = await sql<Voucher & { date: Instant }>`
    WITH gone AS MATERIALIZED (
      SELECT DISTINCT left(row_id, ${sql.lit(LENGTH_OF_ID)})::uuid AS id, date
      FROM ledger_rows WHERE ${allConditionsSql(conditions)})
    SELECT series, number, date FROM gone JOIN vouchers ON transaction_id = id
    WHERE company_id = ${companyId} ORDER BY series, number`.execute(db)
  return rows.map(({ date, ...voucher }) => ({ day: dayOf(date), voucher: formatVoucherNumber(voucher) }))
}
