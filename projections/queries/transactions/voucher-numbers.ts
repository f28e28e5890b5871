import { formatVoucherNumber, type Voucher } from '@ledger/contracts/voucher-number.ts'
import { padForGenericPlan } from '@ledger/database/connection/generic-plan-padding.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** By the id of the transaction. */
type VoucherNumbers = ReadonlyMap<string, string>

/** Returns the numbers of transactions, by their ids; one that the read model does not have yet has none. */
export async function readVoucherNumbers(
  db: Kysely<Database>,
  companyId: string,
  transactions: Iterable<string>,
): Promise<VoucherNumbers> {
  const ids = [...new Set(transactions)]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Voucher & { id: string }>`
    SELECT transaction_id AS id, series, number FROM vouchers
    WHERE company_id = ${companyId} AND transaction_id = ANY (${padForGenericPlan(ids)}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...voucher }) => [id, formatVoucherNumber(voucher)]))
}

/** Returns the transaction that has a number; undefined where none has it. */
export async function findTransactionOfVoucher(
  db: Kysely<Database>,
  companyId: string,
  { series, number }: Voucher,
): Promise<string | undefined> {
  const { rows } = await sql<{ transaction_id: string }>`
    SELECT transaction_id FROM vouchers
    WHERE company_id = ${companyId} AND series = ${series} AND number = ${number}::bigint`.execute(db)
  return rows[0]?.transaction_id
}
