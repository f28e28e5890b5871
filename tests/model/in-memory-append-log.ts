import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { AccountState, TransactionState } from '@ledger/ledger-service/domain/account-and-transaction-states.ts'
import {
  evolveFoldedStates,
  type FoldedStateName,
  type FoldedStates,
  NOTHING_FOLDED,
} from '@ledger/ledger-service/domain/folded-states.ts'
import type {
  CommandAnswer,
  CommandEnvelope,
} from '@ledger/ledger-service/event-store/append/command-and-answer-types.ts'
import { decideBatch } from '@ledger/ledger-service/event-store/append/decide-batch.ts'
import {
  type StoredAnswer,
  stateFromCreation,
} from '@ledger/ledger-service/event-store/append/load-state/load-decision-state.ts'
import { readSetOf } from '@ledger/ledger-service/event-store/append/load-state/read-set.ts'
import { GENESIS_HASH, type LogHead } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'

/**
 * The append without a database: loads the read set of a batch and nothing else, decides, and stores what the batch
 * writes. A state that `readSetOf` forgets is missing here as in the database.
 */
export class InMemoryAppendLog {
  readonly events: ChainedEvent[] = []
  readonly accounts = new Map<string, AccountState>()
  readonly transactions = new Map<string, TransactionState>()
  readonly beneficiaryNames = new Map<string, string>()
  readonly signInNames = new Map<string, string>()
  readonly #answers = new Map<string, StoredAnswer>()
  readonly #company: string
  #head: LogHead = { position: 0, hash: GENESIS_HASH, recordedAt: '1970-01-01T00:00:00.000Z', totalPaise: 0n }

  constructor(company: string) {
    this.#company = company
  }

  submit(batch: CommandEnvelope[], clock: string): CommandAnswer[] {
    const needs = readSetOf(batch)
    const ofTransactions = needs.transactions.flatMap((id) => this.#partiesOf(id))
    const loaded = {
      head: this.#head,
      accounts: pickKeys(this.accounts, [...needs.accounts, ...ofTransactions]),
      transactions: pickKeys(this.transactions, needs.transactions),
      answers: pickKeys(
        this.#answers,
        needs.keys.map((key) => key.toString('hex')),
      ),
      beneficiaryNames: pickKeys(this.beneficiaryNames, needs.beneficiaries),
      signInNames: pickKeys(this.signInNames, needs.signInNames),
      folded: this.#foldedStates(['closings', ...needs.folded]),
    }
    const decided = decideBatch(this.#company, batch, loaded, clock, () => `event-${this.events.length}`)
    this.#head = decided.head
    this.events.push(...decided.events)
    for (const account of decided.accounts) this.accounts.set(account.id, account)
    for (const moved of decided.movedBalances) this.#moveBalance(moved)
    for (const event of decided.events) this.#begin(event)
    for (const transaction of decided.transactions) this.transactions.set(transaction.id, transaction)
    for (const [id, name] of decided.beneficiaryNames) this.beneficiaryNames.set(id, name)
    for (const [key, answer] of decided.storedAnswers) this.#answers.set(key, answer)
    for (const { text, values } of decided.sideStatements) this.#alongside(text, values.map(String))
    return decided.answers
  }

  #foldedStates(names: FoldedStateName[]): FoldedStates {
    const all = this.history().reduce(evolveFoldedStates, NOTHING_FOLDED)
    return { ...NOTHING_FOLDED, ...Object.fromEntries(names.map((name) => [name, all[name]])) }
  }

  /** Returns the events of the log, decoded from its chained rows. */
  history(): LedgerEvent[] {
    return this.events.map(decodeEvent)
  }

  /** Stores the state of an unchanged transaction, as read from the event that bears its id. */
  #begin(event: ChainedEvent): void {
    const { eventId, schemaVersion, recordedAt } = event
    const row = { ...event, event_id: eventId, schema_version: schemaVersion, recorded_at: recordedAt }
    const begun = stateFromCreation(row)
    if (begun) this.transactions.set(begun.id, begun)
  }

  /** Stores only the balance of an account whose balance changed. */
  #moveBalance({ id, receivedPaise, spentPaise }: AccountState): void {
    const stored = this.accounts.get(id)
    if (!stored) throw new Error(`${id} was never opened`)
    this.accounts.set(id, { ...stored, receivedPaise, spentPaise })
  }

  #partiesOf(transaction: string): string[] {
    const entry = this.transactions.get(transaction)?.entry
    if (!entry) return []
    return entry.kind === 'transfer' ? [entry.account.id, entry.counterparty.id] : [entry.account.id]
  }

  /** The model's three statements about sign-in names. */
  #alongside(text: string, [first = '', second = '', third = '']: string[]): void {
    const account = text.startsWith('INSERT') ? third : text.startsWith('UPDATE') ? second : first
    for (const [name, holder] of this.signInNames) if (holder === account) this.signInNames.delete(name)
    if (!text.startsWith('DELETE')) this.signInNames.set(first, account)
  }
}

function pickKeys<Value>(from: Map<string, Value>, keys: string[]): Map<string, Value> {
  const picked = new Map<string, Value>()
  for (const key of keys) {
    const value = from.get(key)
    if (value !== undefined) picked.set(key, value)
  }
  return picked
}
