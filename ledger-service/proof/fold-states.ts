import { hash } from 'node:crypto'
import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { readAhead } from '@ledger/database/read-ahead.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import {
  type AccountState,
  accountsOf,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionOf,
} from '../domain/state.ts'
import { accountOf, transactionStateOf } from '../event-store/batch-reads.ts'
import { canonical } from '../event-store/canonical.ts'
import { TransactionDigests } from './transaction-digests.ts'

/**
 * Folds the decision states from the first event, to compare them with the stored ones. It stores only a digest of each
 * transaction and the facts that later changes need, so that a million of them fit into memory.
 */
export class StateFold {
  readonly #accounts = new Map<string, AccountState>()
  readonly #transactions = new TransactionDigests()

  take(event: LedgerEvent): void {
    for (const id of accountsOf(event)) this.#accounts.set(id, evolveAccount(this.#accounts.get(id), id, event))
    const id = transactionOf(event)
    if (id === undefined) return
    const state = evolveTransaction(this.#before(id, event), id, event)
    // A transaction whose first event has its id has no row until it is changed.
    this.#transactions.set(id, state, digestOf(canonical(contentOf(state))), event.eventId !== id)
  }

  /**
   * Returns the state before an event. Edits and deletions contain the whole entry before them; only its author and its
   * time have to be stored.
   */
  #before(id: string, event: LedgerEvent): TransactionState | undefined {
    if (!('before' in event.data) || !('revision' in event.data)) return undefined
    const origin = this.#transactions.origin(id)
    return origin && { id, revision: event.data.revision - 1, deleted: false, entry: event.data.before, ...origin }
  }

  /** Returns the differences from the stored states: the ids of accounts and transactions, at most `limit` of them. */
  async differences(db: Kysely<Database>, companyId: string, limit = 20): Promise<string[]> {
    const wrong = [...(await this.#wrongAccounts(db, companyId)), ...(await this.#wrongTransactions(db, companyId))]
    return wrong.slice(0, limit)
  }

  async #wrongAccounts(db: Kysely<Database>, companyId: string): Promise<string[]> {
    const rows = await db.selectFrom('account_states').selectAll().where('company_id', '=', companyId).execute()
    const kept = new Map(rows.map((row) => [row.account_id, textOf(accountOf(row))]))
    const ids = new Set([...kept.keys(), ...this.#accounts.keys()])
    return [...ids].filter((id) => kept.get(id) !== textOf(this.#accounts.get(id))).map((id) => `account ${id}`)
  }

  async #wrongTransactions(db: Kysely<Database>, companyId: string): Promise<string[]> {
    const wrong: string[] = []
    let seen = 0
    for await (const rows of transactionPages(db, companyId))
      for (const row of rows) {
        const { transaction_id: id } = row
        const isSame = this.#transactions.has(id, digestOf(textOf(contentOf(transactionStateOf(row)))))
        if (!isSame) wrong.push(`transaction ${id}`)
        if (this.#transactions.hasRow(id)) seen++
      }
    const lacking = this.#transactions.rows - seen
    if (lacking > 0) wrong.push(`${lacking} transactions have no state`)
    return wrong
  }
}

const PAGE = 5000

/** Yields the stored states, in the order of their ids. */
export function transactionPages(db: Kysely<Database>, companyId: string) {
  const read = (after: string) =>
    db
      .selectFrom('transaction_states')
      .select(['transaction_id', 'revision', 'deleted', 'state'])
      .where('company_id', '=', companyId)
      .where('transaction_id', '>', after)
      .orderBy('transaction_id')
      .limit(PAGE)
      .execute()
  return readAhead('00000000-0000-0000-0000-000000000000', read, (row) => row.transaction_id)
}

/** Returns the same digest for the same content, whatever the order in which it was written. */
const digestOf = (canonicalText: string) => Buffer.from(hash('sha256', canonicalText, 'hex'), 'hex')

function contentOf({ id, revision, deleted, entry, recordedAt, recordedBy }: TransactionState): unknown[] {
  return [id, revision, deleted, entry, recordedAt, recordedBy]
}

/** Returns the canonical text; none for a value without a canonical form, which the ledger has not written. */
export function textOf(value: unknown): string {
  try {
    return canonical(value)
  } catch {
    return ''
  }
}
