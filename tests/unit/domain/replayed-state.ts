import {
  type Actor,
  type LedgerEvent,
  type NewEvent,
  type Posting,
  SYSTEM_ACTOR,
} from '@ledger/contracts/events/event-schemas.ts'
import type { DecisionState } from '@ledger/ledger-service/domain/account-and-transaction-states.ts'
import {
  type AccountState,
  accountsChangedBy,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionChangedBy,
} from '@ledger/ledger-service/domain/account-and-transaction-states.ts'
import { evolveFoldedStates, NOTHING_FOLDED } from '@ledger/ledger-service/domain/folded-states.ts'

const RECORDED_AT = '2026-04-01T06:30:00.000Z'

/** The fold of a log from its start, in memory: every stored state and every decision must agree with it. */
export class ReplayedState implements DecisionState {
  readonly accounts = new Map<string, AccountState>()
  readonly transactions = new Map<string, TransactionState>()
  readonly beneficiaryNames = new Map<string, string>()
  readonly signInNames = new Map<string, string>()
  readonly postings: Posting[] = []
  folded = NOTHING_FOLDED
  totalPaise = 0n
  position = 0
  /** Whether the count of admins was loaded. */
  countsAdmins = true

  /** Returns the state after events that have no position yet: one after the other, at one moment, by the system. */
  static from(events: Iterable<NewEvent>): ReplayedState {
    const books = new ReplayedState()
    for (const event of events) books.record(event, SYSTEM_ACTOR)
    return books
  }

  /** Appends an event at the next position. */
  record(event: NewEvent, actor: Actor): void {
    const placed = { eventId: '', schemaVersion: 1, recordedAt: RECORDED_AT, meta: {}, actor }
    this.apply({ ...event, ...placed, position: this.position + 1, date: event.date ?? RECORDED_AT })
  }

  apply(event: LedgerEvent): void {
    this.position = event.position
    this.folded = evolveFoldedStates(this.folded, event)
    for (const id of accountsChangedBy(event)) this.accounts.set(id, evolveAccount(this.accounts.get(id), id, event))
    const transaction = transactionChangedBy(event)
    if (transaction !== undefined) {
      this.transactions.set(transaction, evolveTransaction(this.transactions.get(transaction), transaction, event))
      const entry = this.transactions.get(transaction)?.entry
      if (entry?.kind === 'debit' && !this.beneficiaryNames.has(entry.beneficiary.id)) {
        this.beneficiaryNames.set(entry.beneficiary.id, entry.beneficiary.name)
      }
    }
    if ('postings' in event.data) this.postings.push(...event.data.postings)
    this.totalPaise = BigInt(sumOfStanding(this.transactions.values()))
  }

  account(id: string) {
    return this.accounts.get(id)
  }
  transaction(id: string) {
    return this.transactions.get(id)
  }
  beneficiaryName(id: string) {
    return this.beneficiaryNames.get(id)
  }
  signInName(name: string) {
    return this.signInNames.get(name)
  }
  adminCount() {
    if (!this.countsAdmins) throw new Error('The admins are counted only for a command that may remove one')
    let count = 0
    for (const { role, status } of this.accounts.values()) if (role === 'admin' && status === 'active') count++
    return count
  }

  /**
   * Returns the received and spent paise of an account, counted from the entries that are not deleted, without reading
   * a posting: the fold of the postings must equal them, whatever was edited and deleted before.
   */
  countedFromEntries(account: string): { receivedPaise: number; spentPaise: number } {
    const sums = { receivedPaise: 0, spentPaise: 0 }
    for (const { entry, deleted } of this.transactions.values()) {
      if (deleted) continue
      if (entry.kind === 'credit' ? entry.account.id === account : receiverOf(entry) === account)
        sums.receivedPaise += entry.paise
      if (entry.kind !== 'credit' && entry.account.id === account) sums.spentPaise += entry.paise
    }
    return sums
  }
}

function sumOfStanding(transactions: Iterable<TransactionState>): number {
  let sum = 0
  for (const { deleted, entry } of transactions) if (!deleted) sum += entry.paise
  return sum
}

function receiverOf(entry: TransactionState['entry']): string | undefined {
  return entry.kind === 'transfer' ? entry.counterparty.id : undefined
}
