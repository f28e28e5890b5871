import { LRUCache } from 'lru-cache'
import type { AccountState } from '../../domain/account-and-transaction-states.ts'
import type { LogHead } from '../integrity/hash-chain.ts'

/** About 10 MB. The least recently used are evicted first. */
const MAX_CACHED_ACCOUNTS = 20_000

/**
 * Caches the states of accounts after this process's last append. They are valid as long as the log still ends there:
 * another process may have appended since, which only a read under the lock of the head shows.
 */
export class AccountCache {
  // With `max`, each company would reserve memory for all of them.
  readonly #states = new LRUCache<string, AccountState>({ maxSize: MAX_CACHED_ACCOUNTS, sizeCalculation: () => 1 })
  #head: LogHead | undefined

  /** The end of the log when the states were cached; undefined before the first. */
  get head(): LogHead | undefined {
    return this.#head
  }

  /** Returns the ids without a cached state. */
  missingIds(ids: string[]): string[] {
    return ids.filter((id) => !this.#states.has(id))
  }

  /**
   * Returns the cached states of these ids, or undefined where one is missing.
   * @param ahead the states after the batches in flight, the latest last
   */
  findAll(ids: string[], ahead: Map<string, AccountState>[]): Map<string, AccountState> | undefined {
    const found = new Map<string, AccountState>()
    for (const id of ids) {
      const state = ahead.findLast((states) => states.has(id))?.get(id) ?? this.#states.get(id)
      if (!state) return undefined
      found.set(id, state)
    }
    return found
  }

  /**
   * Returns the cached states of these ids. Where the log ends elsewhere than the cache assumes, it clears the cache
   * and returns undefined.
   */
  findAtHead(head: LogHead, ids: string[]): Map<string, AccountState> | undefined {
    if (!this.#head?.hash.equals(head.hash)) {
      this.#states.clear()
      return undefined
    }
    const found = new Map<string, AccountState>()
    for (const id of ids) {
      const state = this.#states.get(id)
      if (state) found.set(id, state)
    }
    return found
  }

  /**
   * Caches the states after a batch, which must be committed. Where the batch began elsewhere than the cache ends, it
   * clears the cache first: a batch in between was committed that this process does not know as committed.
   * @param from the end of the log before the batch
   * @param head the end of the log after it
   */
  store(from: LogHead, head: LogHead, states: Map<string, AccountState>): void {
    if (!this.#head?.hash.equals(from.hash)) this.#states.clear()
    for (const [id, state] of states) this.#states.set(id, state)
    this.#head = head
  }
}
