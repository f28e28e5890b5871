import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { type Paise, paiseOf, parseAmount } from '@ledger/contracts/money.ts'
import type { MoneyEntry, OutboxEntry } from '../outbox/model/outbox-entry.ts'
import { balanceWithPending, pendingEntries } from '../outbox/model/pending-entries.ts'

/**
 * Returns the balance below zero that an expense of this amount leads to, with what waits; undefined where it does not
 * take the balance further down below zero, or where that is not known.
 * @param row the entry that gets this amount; undefined for a new one
 */
export function negativeBalanceAfter(
  balance: Balance | undefined,
  entries: readonly OutboxEntry[],
  amount: string,
  row?: Transaction,
): Paise | undefined {
  const spent = parseAmount(amount)
  if (balance === undefined || spent === undefined) return undefined
  // The entry replaces its waiting one, also where that was refused, so that the balance does not have it.
  const waiting = row && pendingEntries(entries).find((one) => one.row.id === row.id)?.entries
  const others = waiting === undefined ? entries : entries.filter((entry) => !waiting.some(({ id }) => id === entry.id))
  const after = paiseOf(balanceWithPending(balance, others)) + bookedPaise(row, waiting?.[0]) - spent
  return after < 0 && after < paiseOf(balanceWithPending(balance, entries)) ? after : undefined
}

/** Returns what the ledger has of an entry. */
function bookedPaise(row: Transaction | undefined, waiting: MoneyEntry | undefined): Paise {
  if (row === undefined || waiting?.what.kind === 'expense') return 0
  return paiseOf(waiting === undefined ? row.amount : waiting.what.seen.amount)
}
