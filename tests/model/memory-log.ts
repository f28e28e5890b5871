import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { type SealedEvent, unseal } from '@ledger/database/stored-event.ts'
import type { AccountState, TransactionState } from '@ledger/ledger-service/domain/state.ts'
import { decideBatch, needsOf } from '@ledger/ledger-service/event-store/batch.ts'
import { begunBy, type StoredAnswer } from '@ledger/ledger-service/event-store/batch-reads.ts'
import { GENESIS_HASH, type Head } from '@ledger/ledger-service/event-store/chain.ts'
import type { Answer, Submission } from '@ledger/ledger-service/event-store/submission.ts'

/**
 * The append without a database: loads what a batch says that it needs and nothing else, decides, keeps what it writes.
 * A state that `needsOf` forgets is missing here as it would be there.
 */
export class MemoryLog {
  readonly events: SealedEvent[] = []
  readonly accounts = new Map<string, AccountState>()
  readonly transactions = new Map<string, TransactionState>()
  readonly beneficiaryNames = new Map<string, string>()
  readonly signInNames = new Map<string, string>()
  readonly #answers = new Map<string, StoredAnswer>()
  readonly #company: string
  #head: Head = { position: 0, hash: GENESIS_HASH, recordedAt: '1970-01-01T00:00:00.000Z', totalPaise: 0n }

  constructor(company: string) {
    this.#company = company
  }

  submit(batch: Submission[], clock: string): Answer[] {
    const needs = needsOf(batch)
    const ofTransactions = needs.transactions.flatMap((id) => this.#partiesOf(id))
    const loaded = {
      head: this.#head,
      accounts: pick(this.accounts, [...needs.accounts, ...ofTransactions]),
      transactions: pick(this.transactions, needs.transactions),
      answers: pick(
        this.#answers,
        needs.keys.map((key) => key.toString('hex')),
      ),
      beneficiaryNames: pick(this.beneficiaryNames, needs.beneficiaries),
      signInNames: pick(this.signInNames, needs.signInNames),
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
    for (const { text, values } of decided.alongside) this.#alongside(text, values.map(String))
    return decided.answers
  }

  /** What the log says, read back from its sealed rows. */
  history(): LedgerEvent[] {
    return this.events.map(unseal)
  }

  /** What nobody has changed is read from the event that bears its id. */
  #begin(event: SealedEvent): void {
    const { eventId, schemaVersion, recordedAt } = event
    const row = { ...event, event_id: eventId, schema_version: schemaVersion, recorded_at: recordedAt }
    const begun = begunBy(row)
    if (begun) this.transactions.set(begun.id, begun)
  }

  /** Of an account whose money moved, the money is all that is written. */
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

function pick<Value>(from: Map<string, Value>, keys: string[]): Map<string, Value> {
  const picked = new Map<string, Value>()
  for (const key of keys) {
    const value = from.get(key)
    if (value !== undefined) picked.set(key, value)
  }
  return picked
}
