import { editKeepsAcknowledgement } from '@ledger/contracts/events/edit-keeps-acknowledgement.ts'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import {
  type AccountState,
  accountsChangedBy,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionChangedBy,
} from '../../domain/account-and-transaction-states.ts'
import { evolveQuestions, isQuestionEvent, type QuestionState } from '../../domain/questions/questions-state.ts'
import {
  accountStateFromRow,
  transactionStateFromRow,
} from '../../event-store/append/load-state/load-decision-state.ts'
import { canonicalJson } from '../../event-store/integrity/canonical-json.ts'
import { TransactionStateDigests } from './transaction-state-digests.ts'

/**
 * Folds the decision states from the first event, to compare them with the stored ones. It stores only a digest of each
 * transaction and the facts that later changes need, so that a million of them fit into memory.
 */
export class StateReplay {
  readonly #accounts = new Map<string, AccountState>()
  readonly #transactions = new TransactionStateDigests()
  /** By transaction. Few entries are asked about, so their questions are stored as they are. */
  readonly #questions = new Map<string, QuestionState[]>()
  /** The times of acknowledgements that stand, by transaction: an edit does not contain the one before it. */
  readonly #acknowledged = new Map<string, string>()

  apply(event: LedgerEvent): void {
    for (const id of accountsChangedBy(event)) this.#accounts.set(id, evolveAccount(this.#accounts.get(id), id, event))
    const id = transactionChangedBy(event)
    if (id === undefined) return
    if (isQuestionEvent(event)) {
      this.#questions.set(id, evolveQuestions(this.#questions.get(id) ?? [], event))
      this.#transactions.requireRow(id)
      return
    }
    if (event.type === 'TransferAcknowledged') {
      this.#acknowledged.set(id, event.recordedAt)
      this.#transactions.requireRow(id)
      return
    }
    if (event.type === 'TransactionEdited' && !editKeepsAcknowledgement(event.data.before, event.data.after))
      this.#acknowledged.delete(id)
    const state = evolveTransaction(this.#before(id, event), id, event)
    // A transaction whose first event has its id has no row until it is changed.
    this.#transactions.set(id, state, sha256(canonicalJson(stateContent(state))), event.eventId !== id)
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
    const stored = new Map(rows.map((row) => [row.account_id, canonicalOrEmpty(accountStateFromRow(row))]))
    const ids = new Set([...stored.keys(), ...this.#accounts.keys()])
    return [...ids]
      .filter((id) => stored.get(id) !== canonicalOrEmpty(this.#accounts.get(id)))
      .map((id) => `account ${id}`)
  }

  async #wrongTransactions(db: Kysely<Database>, companyId: string): Promise<string[]> {
    const wrong: string[] = []
    let seen = 0
    for await (const rows of readTransactionStatePages(db, companyId))
      for (const row of rows) {
        const { transaction_id: id } = row
        const state = transactionStateFromRow(row)
        const isSame =
          this.#transactions.matches(id, sha256(canonicalOrEmpty(stateContent(state)))) &&
          canonicalOrEmpty(state.questions ?? []) === canonicalOrEmpty(this.#questions.get(id) ?? []) &&
          state.acknowledgedAt === this.#acknowledged.get(id)
        if (!isSame) wrong.push(`transaction ${id}`)
        if (this.#transactions.hasRow(id)) seen++
      }
    const lacking = this.#transactions.rowCount - seen
    if (lacking > 0) wrong.push(`${lacking} transactions have no state`)
    return wrong
  }
}

const STATES_PER_PAGE = 5000

/** Yields the stored states, in the order of their ids. */
export function readTransactionStatePages(db: Kysely<Database>, companyId: string) {
  const read = (after: string) =>
    db
      .selectFrom('transaction_states')
      .select(['transaction_id', 'revision', 'deleted', 'state'])
      .where('company_id', '=', companyId)
      .where('transaction_id', '>', after)
      .orderBy('transaction_id')
      .limit(STATES_PER_PAGE)
      .execute()
  return prefetchPages('00000000-0000-0000-0000-000000000000', read, (row) => row.transaction_id)
}

/** Returns the state without its questions and its acknowledgement, which no change of the entry contains. */
function stateContent({ id, revision, deleted, entry, recordedAt, recordedBy }: TransactionState): unknown[] {
  return [id, revision, deleted, entry, recordedAt, recordedBy]
}

/** Returns the canonical text; none for a value without a canonical form, which the ledger has not written. */
export function canonicalOrEmpty(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    return ''
  }
}
