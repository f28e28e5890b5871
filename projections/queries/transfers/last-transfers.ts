import type { TransferPayee } from '@ledger/contracts/http/people/account-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The most of an account's newest rows that are read, however long its ledger is. */
const MAX_ROWS_SCANNED = 2000

type LastTransfer = Pick<TransferPayee, 'lastTransfer' | 'lastSent'>

interface LastTransferRow {
  account_id: string
  date: string
  paise: number
  payment_mode: PaymentMode
  narration: string
}

/**
 * Returns the inner ids of the accounts to which an account lately transferred money, each with the last transfer: the
 * one of the latest date, and of that day the one recorded last.
 */
export async function readLastTransfers(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<ReadonlyMap<string, LastTransfer>> {
  // The other side of a transfer is the row of the same id and `-in`
  // (contracts/events/transaction-row-sides-and-ids.ts).
  const { rows } = await sql<LastTransferRow>`
    SELECT DISTINCT ON (received.account_id)
      received.account_id, own.date, own.paise, own.payment_mode, own.narration
    FROM (
      SELECT row_id, date, position, transfer_to, paise, payment_mode, narration FROM ledger_rows
      WHERE company_id = ${companyId} AND account_id = ${accountId} AND NOT deleted
      ORDER BY date DESC, position DESC LIMIT ${sql.lit(MAX_ROWS_SCANNED)}
    ) AS own
    JOIN ledger_rows AS received
      ON received.company_id = ${companyId} AND received.row_id = own.row_id || '-in'
    WHERE own.transfer_to IS NOT NULL
    ORDER BY received.account_id, own.date DESC, own.position DESC`.execute(db)
  return new Map(
    rows.map(({ account_id, date, paise, payment_mode: paymentMode, narration }) => [
      account_id,
      { lastTransfer: date, lastSent: { amount: formatAmount(paise), paymentMode, narration } },
    ]),
  )
}
