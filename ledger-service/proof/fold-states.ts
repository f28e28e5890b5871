import { hash } from 'node:crypto'
import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'
import {
  type AccountState,
  accountsOf,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionOf,
} from '../domain/state.ts'
import { accountOf } from '../event-store/batch-tables.ts'

/**
 * The states for deciding, folded from zero, to be compared with the ones that are kept. Of a transaction only what later
 * changes need and a digest is remembered: a million of them are to fit.
 */
export class StateFold {
  readonly #accounts = new Map<string, AccountState>()
  readonly #transactions = new Map<
    string,
    { origin: Pick<TransactionState, 'recordedAt' | 'recordedBy'>; digest: string }
  >()

  take(event: LedgerEvent): void {
    for (const id of accountsOf(event)) this.#accounts.set(id, evolveAccount(this.#accounts.get(id), id, event))
    const id = transactionOf(event)
    if (id === undefined) return
    const state = evolveTransaction(this.#before(id, event), id, event)
    const { recordedAt, recordedBy } = state
    this.#transactions.set(id, { origin: { recordedAt, recordedBy }, digest: digestOf(state) })
  }

  /** Edits and deletions carry the whole entry before them; only who recorded it, and when, has to be remembered. */
  #before(id: string, event: LedgerEvent): TransactionState | undefined {
    const known = this.#transactions.get(id)
    if (!known || !('before' in event.data) || !('revision' in event.data)) return undefined
    return { id, revision: event.data.revision - 1, deleted: false, entry: event.data.before, ...known.origin }
  }

  /** What differs from the kept states: the ids of accounts and transactions, at most `limit` of them. */
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
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const rows = await db
        .selectFrom('transaction_states')
        .select(['transaction_id', 'revision', 'deleted', 'state'])
        .where('company_id', '=', companyId)
        .where('transaction_id', '>', after)
        .orderBy('transaction_id')
        .limit(5000)
        .execute()
      for (const { transaction_id: id, revision, deleted, state } of rows) {
        const known = this.#transactions.get(id)
        if (known?.digest !== digestOf({ id, revision, deleted, ...JSON.parse(state) })) wrong.push(`transaction ${id}`)
        if (known) seen++
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.transaction_id
    }
    if (seen < this.#transactions.size) wrong.push(`${this.#transactions.size - seen} transactions have no state`)
    return wrong
  }
}

function digestOf({ id, revision, deleted, entry, recordedAt, recordedBy }: TransactionState): string {
  return hash(
    'sha256',
    JSON.stringify([id, revision, deleted, sorted(entry), recordedAt, sorted(recordedBy)]),
    'base64',
  )
}

const textOf = (account: AccountState | undefined) => account && JSON.stringify(sorted(account))

/** The same content gives the same text, whatever the order in which it was written. */
function sorted(value: object): [string, unknown][] {
  return Object.entries(value)
    .map(([key, inner]): [string, unknown] => [
      key,
      typeof inner === 'object' && inner !== null ? sorted(inner) : inner,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
