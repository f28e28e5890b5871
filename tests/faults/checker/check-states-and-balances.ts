import { isDeepStrictEqual } from 'node:util'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import {
  type AccountState,
  accountsChangedBy,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionChangedBy,
} from '@ledger/ledger-service/domain/account-and-transaction-states.ts'

/** The decision states by id. */
export interface StoredStates {
  accounts: Map<string, AccountState>
  transactions: Map<string, TransactionState>
}

/** Balances as the API shows them, by the account's internal id. */
export type ShownBalances = Map<string, Balance>

/** I6: the decision states, and the balances that the API shows, equal a fold of the log from zero. */
export function stateBreaches(events: LedgerEvent[], kept: StoredStates, balances: ShownBalances): string[] {
  const folded: StoredStates = { accounts: new Map(), transactions: new Map() }
  const stopped = events.flatMap((event) => {
    try {
      evolveStates(folded, event)
      return []
    } catch (error) {
      return [
        `I6: the fold cannot take the event at ${event.position}: ${error instanceof Error ? error.message : error}`,
      ]
    }
  })
  return [
    ...stopped,
    ...differences('account', folded.accounts, kept.accounts),
    ...differences('transaction', folded.transactions, kept.transactions),
    ...[...balances].flatMap(([id, shown]) => balanceBreaches(id, shown, folded.accounts.get(id))),
  ]
}

function balanceBreaches(id: string, shown: Balance, folded: AccountState | undefined): string[] {
  const { receivedPaise = 0, spentPaise = 0 } = folded ?? {}
  const expected = {
    currentBalance: formatAmount(receivedPaise - spentPaise),
    totalReceived: formatAmount(receivedPaise),
    totalSpent: formatAmount(spentPaise),
  }
  if (isDeepStrictEqual(shown, expected)) return []
  return [`I6: ${id} is shown ${JSON.stringify(shown)}; the log says ${JSON.stringify(expected)}`]
}

function evolveStates({ accounts, transactions }: StoredStates, event: LedgerEvent): void {
  for (const id of accountsChangedBy(event)) accounts.set(id, evolveAccount(accounts.get(id), id, event))
  const id = transactionChangedBy(event)
  if (id !== undefined) transactions.set(id, evolveTransaction(transactions.get(id), id, event))
}

function differences<State>(kind: string, folded: Map<string, State>, kept: Map<string, State>): string[] {
  const ids = new Set([...folded.keys(), ...kept.keys()])
  return [...ids]
    .filter((id) => !isDeepStrictEqual(folded.get(id), kept.get(id)))
    .map(
      (id) =>
        `I6: ${kind} ${id} is kept as ${JSON.stringify(kept.get(id))}; the log says ${JSON.stringify(folded.get(id))}`,
    )
}
