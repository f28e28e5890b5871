import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'

/** Returns amounts of paise as the API shows them: current balance = total received − total spent (§1). */
export function formatBalance(receivedPaise: number, spentPaise: number): Balance {
  return {
    currentBalance: formatAmount(receivedPaise - spentPaise),
    totalReceived: formatAmount(receivedPaise),
    totalSpent: formatAmount(spentPaise),
  }
}
