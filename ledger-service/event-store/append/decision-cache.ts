import type { Client } from 'pg'
import type { TransactionState } from '../../domain/account-and-transaction-states.ts'
import { NOTHING_FOLDED } from '../../domain/folded-states.ts'
import { AccountCache } from './account-cache.ts'
import { BeneficiaryNameCache } from './beneficiary-name-cache.ts'
import type { DecidedBatch, LoadedState } from './decide-batch.ts'
import { allAfterSettling } from './load-state/all-after-settling.ts'
import * as reads from './load-state/load-decision-state.ts'
import { loadFoldedStates } from './load-state/load-folded-states.ts'
import type { ReadSet } from './load-state/read-set.ts'

/** A batch in flight: the state that it was decided on, with its changes, and the end of the log after it. */
export interface UncommittedBatch {
  loaded: LoadedState
  decided: DecidedBatch
}

/** The state of the log that batches read: cached by this process, or read from the database. */
export class DecisionCache {
  readonly #companyId: string
  readonly #accounts = new AccountCache()
  readonly #names = new BeneficiaryNameCache()
  /** The closings of the books at the head of the accounts. */
  #closings = NOTHING_FOLDED.closings
  /** Whether the last read found the log where this process had left it. */
  #isAlone = false

  get isSoleWriter(): boolean {
    return this.#isAlone
  }

  constructor(companyId: string) {
    this.#companyId = companyId
  }

  /**
   * Returns everything that a batch reads except its keys, after the batches in flight; undefined where something has
   * to be read from the database. It is valid if the log ends at `head` when the batch is written.
   * @param ahead the batches in flight, the latest last
   */
  stateFromMemory(needs: ReadSet, ahead: readonly UncommittedBatch[]): LoadedState | undefined {
    const head = ahead.at(-1)?.decided.head ?? this.#accounts.head
    const mustRead = needs.admins || needs.folded.length + needs.transactions.length + needs.signInNames.length > 0
    if (!this.#isAlone || !head || mustRead) return undefined
    const { known: beneficiaryNames, unknown } = this.#names.split(needs.beneficiaries)
    if (unknown.length > 0) return undefined
    const leaving = ahead.map(({ loaded }) => loaded.accounts)
    const accounts = this.#accounts.findAll(needs.accounts, leaving)
    return (
      accounts && {
        head,
        accounts,
        transactions: new Map(),
        answers: new Map(),
        beneficiaryNames,
        signInNames: new Map(),
        folded: { ...NOTHING_FOLDED, closings: ahead.at(-1)?.decided.closings ?? this.#closings },
      }
    )
  }

  /**
   * Begins a transaction, locks the end of the log and reads the state that is not cached. It takes one round trip, and
   * another for accounts where a second process has appended since or a transaction names accounts that are not cached.
   * The statements run in this order, each seeing all that was committed before the lock was acquired.
   */
  async lockAndLoad(client: Client, needs: ReadSet): Promise<LoadedState> {
    const companyId = this.#companyId
    const beneficiaries = this.#names.split(needs.beneficiaries)
    const none = Promise.resolve(new Map<string, never>())
    const unseen = this.#accounts.missingIds(needs.accounts)
    const [, head, loaded, transactions, answers, named, signInNames, admins, folded] = await allAfterSettling([
      client.query('BEGIN'),
      reads.lockHead(client, companyId),
      unseen.length > 0 ? reads.loadAccounts(client, companyId, unseen) : none,
      needs.transactions.length > 0 ? reads.loadTransactions(client, companyId, needs.transactions) : none,
      needs.keys.length > 0 ? reads.loadAnswers(client, companyId, needs.keys) : none,
      beneficiaries.unknown.length > 0 ? reads.loadBeneficiaryNames(client, companyId, beneficiaries.unknown) : none,
      needs.signInNames.length > 0 ? reads.loadSignInNames(client, companyId, needs.signInNames) : none,
      needs.admins ? reads.loadAdmins(client, companyId) : none,
      loadFoldedStates(client, companyId, ['closings', ...needs.folded], needs.accounts),
    ])
    const wanted = [...new Set([...needs.accounts, ...[...transactions.values()].flatMap(accountsOfTransaction)])]
    const seen = this.#accounts.findAtHead(head, wanted)
    this.#isAlone = seen !== undefined
    const accounts = new Map([...(seen ?? []), ...loaded, ...admins])
    const asked = new Set(unseen)
    const missing = wanted.filter((id) => !accounts.has(id) && !asked.has(id))
    if (missing.length > 0)
      for (const [id, state] of await reads.loadAccounts(client, companyId, missing)) accounts.set(id, state)
    const beneficiaryNames = new Map([...beneficiaries.known, ...named])
    return { head, accounts, transactions, answers, beneficiaryNames, signInNames, folded }
  }

  /** Caches the state after a batch, which must be committed. */
  storeCommitted({ loaded, decided }: UncommittedBatch): void {
    this.#names.remember(loaded.beneficiaryNames)
    this.#accounts.store(loaded.head, decided.head, loaded.accounts)
    this.#closings = decided.closings
  }
}

/** Returns the accounts whose balances a change of the transaction moves. */
function accountsOfTransaction({ entry }: TransactionState): string[] {
  return entry.kind === 'transfer' ? [entry.account.id, entry.counterparty.id] : [entry.account.id]
}
