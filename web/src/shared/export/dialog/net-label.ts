import type { RecipientTotals } from '@ledger/contracts/http/reports/recipient-totals.ts'
import { paiseOf } from '@ledger/contracts/money.ts'

/** Returns the key of the words before a net. In Hindi a sum that goes one way is no difference. */
export function netLabelOf({ received, paid }: Pick<RecipientTotals, 'received' | 'paid'>) {
  if (paiseOf(received) === 0) return 'onlyPaid'
  if (paiseOf(paid) === 0) return 'onlyReceived'
  return paiseOf(received) < paiseOf(paid) ? 'netPaid' : 'netReceived'
}
