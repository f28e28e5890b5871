import type { Client } from 'pg'
import { NO_BENEFICIARY_GROUPS } from '../../domain/beneficiaries/beneficiary-groups.ts'
import { type Closings, NEVER_CLOSED } from '../../domain/closings.ts'
import { NO_LIMITS_SET } from '../../domain/office-limits.ts'
import { NO_PURPOSES } from '../../domain/purposes/purposes.ts'
import type { TransactionState } from '../../domain/state.ts'
import { DEFAULT_TALLY_MAP } from '../../domain/tally/tally-map.ts'
import { AccountCache } from './account-cache.ts'
import { BeneficiaryNameCache } from './beneficiary-name-cache.ts'
import type { DecidedBatch, LoadedState } from './decide-batch.ts'
import { loadBeneficiaryGroups } from './load-state/load-beneficiary-groups.ts'
import { loadClosings } from './load-state/load-closings.ts'
import * as reads from './load-state/load-decision-state.ts'
import { loadOfficeLimits } from './load-state/load-office-limits.ts'
import { loadPurposes } from './load-state/load-purposes.ts'
import { loadTallyMap } from './load-state/load-tally-map.ts'
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
  #closings: Closings = NEVER_CLOSED
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
    const mustRead =
      needs.admins ||
      needs.limits ||
      needs.beneficiaryGroups ||
      needs.purposes ||
      needs.tallyMap ||
      needs.transactions.length + needs.signInNames.length > 0
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
        limits: NO_LIMITS_SET,
        closings: ahead.at(-1)?.decided.closings ?? this.#closings,
        beneficiaryGroups: NO_BENEFICIARY_GROUPS,
        purposes: NO_PURPOSES,
        tallyMap: DEFAULT_TALLY_MAP,
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
    const [
      ,
      head,
      loaded,
      transactions,
      answers,
      beneficiaryNames,
      signInNames,
      admins,
      limits,
      closings,
      groups,
      purposes,
      tallyMap,
    ] = await allAfterSettling([
      client.query('BEGIN'),
      reads.lockHead(client, companyId),
      unseen.length > 0 ? reads.loadAccounts(client, companyId, unseen) : none,
      needs.transactions.length > 0 ? reads.loadTransactions(client, companyId, needs.transactions) : none,
      needs.keys.length > 0 ? reads.loadAnswers(client, companyId, needs.keys) : none,
      beneficiaries.unknown.length > 0 ? reads.loadBeneficiaryNames(client, companyId, beneficiaries.unknown) : none,
      needs.signInNames.length > 0 ? reads.loadSignInNames(client, companyId, needs.signInNames) : none,
      needs.admins ? reads.loadAdmins(client, companyId) : none,
      needs.limits ? loadOfficeLimits(client, companyId, needs.accounts) : NO_LIMITS_SET,
      loadClosings(client, companyId),
      needs.beneficiaryGroups ? loadBeneficiaryGroups(client, companyId) : NO_BENEFICIARY_GROUPS,
      needs.purposes ? loadPurposes(client, companyId) : NO_PURPOSES,
      needs.tallyMap ? loadTallyMap(client, companyId) : DEFAULT_TALLY_MAP,
    ])
    const wanted = [...new Set([...needs.accounts, ...[...transactions.values()].flatMap(accountsOfTransaction)])]
    const seen = this.#accounts.findAtHead(head, wanted)
    this.#isAlone = seen !== undefined
    const accounts = new Map([...(seen ?? []), ...loaded, ...admins])
    const asked = new Set(unseen)
    const missing = wanted.filter((id) => !accounts.has(id) && !asked.has(id))
    if (missing.length > 0)
      for (const [id, state] of await reads.loadAccounts(client, companyId, missing)) accounts.set(id, state)
    const known = new Map([...beneficiaries.known, ...beneficiaryNames])
    return {
      ...{ head, accounts, transactions, answers, signInNames, limits, closings, tallyMap },
      beneficiaryNames: known,
      beneficiaryGroups: groups,
      purposes,
    }
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

/**
 * Returns all results, or the first failure, once all are settled: no statement may be in flight when the batch ends.
 */
async function allAfterSettling<T extends readonly unknown[]>(
  promises: { [Key in keyof T]: Promise<T[Key]> | T[Key] },
): Promise<T> {
  await Promise.allSettled(promises)
  return Promise.all(promises) as unknown as Promise<T>
}
