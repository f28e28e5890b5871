import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'

/** A transfer is offered for acknowledging no longer than this: the ledger mentions a missing one as long. */
const OFFERED_FOR_DAYS = 30

/**
 * Returns whether the receiver of a transfer is asked whether it has come.
 * @param now in milliseconds
 */
export function mayAcknowledge({ type, isTransfer, acknowledgedAt, recordedAt }: Transaction, now: number): boolean {
  const isReceived = isTransfer && type === 'credit'
  return isReceived && acknowledgedAt === null && now - Date.parse(recordedAt) < OFFERED_FOR_DAYS * 86_400_000
}
