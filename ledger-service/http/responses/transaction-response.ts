import { transactionRowSidesOf } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { RecordedTransaction } from '@ledger/contracts/http/responses.ts'
import { formatBalance } from '@ledger/projections/queries/format-balance.ts'
import { rowToTransaction } from '@ledger/projections/queries/row-to-transaction.ts'
import { rowContentOf } from '@ledger/projections/read-models/transaction-rows-from-events.ts'
import type { StateAfterCommand as After } from '../../event-store/append/command-envelope.ts'

interface TransactionRowToShow {
  transaction: string
  side: 'own' | 'incoming'
  /** The public id of the account that has the row. */
  userId: string
  /** The public id of the account that recorded it. */
  recordedBy: string
}

/**
 * Returns the row of a transaction that was just recorded or changed, in the form of the lists, and the account's
 * balance after it.
 */
export function transactionResponse(
  after: After,
  { transaction, side, userId, recordedBy }: TransactionRowToShow,
): RecordedTransaction {
  const { entry, revision, recordedAt, recordedBy: author } = after.transaction(transaction)
  const [own, incoming] = transactionRowSidesOf(transaction, entry)
  const row = (side === 'incoming' ? incoming : own) ?? own
  const account = after.account(row.accountId)
  const content = { ...rowContentOf(entry, row), recorded_at: recordedAt, revision }
  return {
    ...rowToTransaction(content, userId, { id: recordedBy, name: author.name, role: author.role }),
    balance: formatBalance(account.receivedPaise, account.spentPaise),
  }
}
