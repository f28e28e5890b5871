import type { AccountState } from '../domain/state.ts'
import type { Head } from './chain.ts'

/** About 10 MB. The oldest go first. */
const MAX_ACCOUNTS = 20_000

/**
 * The states of accounts as this process left them. They are so as long as the log ends where it ended then: another
 * process may have appended since, which is known under the lock of the head and nowhere else.
 */
export class AccountCache {
  readonly #states = new Map<string, AccountState>()
  #head: Head | undefined

  /** Where the log ended when these were kept; undefined before anything was. */
  get head(): Head | undefined {
    return this.#head
  }

  /** The ids of which nothing is kept. */
  missing(ids: string[]): string[] {
    return ids.filter((id) => !this.#states.has(id))
  }

  /**
   * What is kept of these ids, where all are.
   * @param ahead what batches will leave that are on their way, the latest last
   */
  all(ids: string[], ahead: Map<string, AccountState>[]): Map<string, AccountState> | undefined {
    const found = new Map<string, AccountState>()
    for (const id of ids) {
      const state = ahead.findLast((states) => states.has(id))?.get(id) ?? this.#states.get(id)
      if (!state) return undefined
      found.set(id, state)
    }
    return found
  }

  /** What is kept of these ids; undefined, and nothing is kept any more, where the log has another end than it had. */
  at(head: Head, ids: string[]): Map<string, AccountState> | undefined {
    if (!this.#head?.hash.equals(head.hash)) {
      this.#states.clear()
      return undefined
    }
    const kept = new Map<string, AccountState>()
    for (const id of ids) {
      const state = this.#states.get(id)
      if (state) kept.set(id, state)
    }
    return kept
  }

  /** Only what is committed may be kept. */
  keep(head: Head, states: Map<string, AccountState>): void {
    for (const [id, state] of states) this.#states.set(id, state)
    this.#head = head
    for (const id of this.#states.keys()) {
      if (this.#states.size <= MAX_ACCOUNTS) return
      this.#states.delete(id)
    }
  }
}
