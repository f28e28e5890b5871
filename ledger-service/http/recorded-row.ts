import { sidesOf } from '@ledger/contracts/rows.ts'
import type { Recorded } from '@ledger/contracts/shapes.ts'
import { toBalance } from '@ledger/projections/balances.ts'
import { shownRow } from '@ledger/projections/ledger.ts'
import { contentOf } from '@ledger/projections/ledger-rows.ts'
import type { Recorded as After } from '../event-store/submission.ts'

interface Shown {
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
export function recordedRow(after: After, { transaction, side, userId, recordedBy }: Shown): Recorded {
  const { entry, revision, recordedAt, recordedBy: author } = after.transaction(transaction)
  const [own, incoming] = sidesOf(transaction, entry)
  const row = (side === 'incoming' ? incoming : own) ?? own
  const account = after.account(row.accountId)
  const content = { ...contentOf(entry, row), recorded_at: recordedAt, revision }
  return {
    ...shownRow(content, userId, { id: recordedBy, name: author.name, role: author.role }),
    balance: toBalance(account.receivedPaise, account.spentPaise),
  }
}
