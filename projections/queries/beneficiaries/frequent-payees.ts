import type { FrequentPayee } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import type { LoadNewestTransactions } from '../transactions/newest-transactions-loader.ts'
import { type ListOwner, listOwnTransactions, type TransactionQueryContext } from '../transactions/transaction-lists.ts'
import { rankPayees } from './rank-payees.ts'

/** The newest debits that count: a month or two of a busy site. */
const DEBITS_READ = 400

/**
 * Returns whom an account pays often, the likeliest first, at most twelve.
 * @param now ISO 8601 in UTC
 */
export async function readFrequentPayees(
  context: TransactionQueryContext & { newest: LoadNewestTransactions },
  owner: ListOwner,
  now: string,
): Promise<FrequentPayee[]> {
  const { rows } = await listOwnTransactions(context, owner, {
    type: 'debit',
    limit: DEBITS_READ,
    from: undefined,
    to: undefined,
  })
  return rankPayees(rows, now)
}
