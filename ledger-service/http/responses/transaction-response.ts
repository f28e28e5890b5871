import { transactionRowSidesOf } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { RecordedTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { AssignedSite } from '@ledger/projections/queries/account-identity-loader.ts'
import { formatBalance } from '@ledger/projections/queries/format-balance.ts'
import type { AssignmentPeriod } from '@ledger/projections/queries/sites/assignment-periods.ts'
import { rowToTransaction, siteOfSupervisor } from '@ledger/projections/queries/transactions/row-to-transaction.ts'
import { rowContentOf } from '@ledger/projections/read-models/transaction-rows-from-events.ts'
import type { StateAfterCommand as After } from '../../event-store/append/command-and-answer-types.ts'
import type { CompanyContext } from '../company-context.ts'

interface TransactionRowToShow {
  transaction: string
  side: 'own' | 'incoming'
  /** The public id of the account that has the row. */
  userId: string
  /** The public id of the account that recorded it. */
  recordedBy: string
  /** The sites of a supervisor that has the row; left out for an incharge. */
  sites?: readonly AssignmentPeriod<AssignedSite>[]
}

/** Returns the sites of an account, for a row of it: only a supervisor was assigned to any. */
export async function readSitesOf(
  { names }: CompanyContext,
  { accountId, role }: { accountId: string; role: Role },
): Promise<readonly AssignmentPeriod<AssignedSite>[]> {
  return role === 'supervisor' ? ((await names([accountId])).get(accountId)?.sites ?? []) : []
}

/**
 * Returns the row of a transaction that was just recorded or changed, in the form of the lists, and the account's
 * balance after it.
 */
export function transactionResponse(
  after: After,
  { transaction, side, userId, recordedBy, sites = [] }: TransactionRowToShow,
): RecordedTransaction {
  const { entry, revision, recordedAt, acknowledgedAt = null, recordedBy: author } = after.transaction(transaction)
  const [own, incoming] = transactionRowSidesOf(transaction, entry)
  const row = (side === 'incoming' ? incoming : own) ?? own
  const account = after.account(row.accountId)
  const content = { ...rowContentOf(entry, row), recorded_at: recordedAt, revision, acknowledged_at: acknowledgedAt }
  const site =
    account.role === 'site_incharge'
      ? { siteId: userId, siteName: account.profile.site }
      : siteOfSupervisor(sites, content.date)
  return {
    ...rowToTransaction(content, {
      userId,
      recordedBy: { id: recordedBy, name: author.name, role: author.role },
      site,
      recipient: content.recipient,
      voucher: null,
    }),
    balance: formatBalance(account.receivedPaise, account.spentPaise),
  }
}
