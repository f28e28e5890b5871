import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

const CASH: PaymentMode = 'cash'
const LEDGER: ProjectionName = 'ledger'

/**
 * Returns the cash that an account should have in hand, in paise, and the position of the log up to which it counts.
 * That is the closing of the cash book of mode cash. Rows and position are read by one statement, so they are of one
 * state: the same sum follows from the log up to that position.
 */
export async function readCashInHand(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<{ paise: number; position: number }> {
  const { rows } = await sql<{ paise: number; position: number | null }>`
    SELECT (SELECT position FROM checkpoints WHERE company_id = ${companyId} AND projection = ${LEDGER}) AS position,
      coalesce(sum(CASE type WHEN 'credit' THEN paise ELSE -paise END), 0)::bigint AS paise
    FROM ledger_rows
    WHERE company_id = ${companyId} AND account_id = ${accountId} AND NOT deleted AND payment_mode = ${CASH}`.execute(
    db,
  )
  const [{ paise, position } = { paise: 0, position: null }] = rows
  return { paise, position: position ?? 0 }
}
