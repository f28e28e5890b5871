import type { AccountState } from '../domain/state.ts'
import type { Head } from './chain.ts'

/** About 10 MB. The oldest go first. */
const MAX_ACCOUNTS = 20_000

/**
 * The states of accounts as this process left them. They are so as long as the log ends where it ended then, which is known
 * only under the lock of the head: another process may have appended since.
 */
export class AccountCache {
  readonly #states = new Map<string, AccountState>()
  #hash: Buffer | undefined

  /** The ids of which nothing is kept. */
  missing(ids: string[]): string[] {
    return ids.filter((id) => !this.#states.has(id))
  }

  /** What is kept of these ids; undefined, and nothing is kept any more, where the log has another end than it had. */
  at(head: Head, ids: string[]): Map<string, AccountState> | undefined {
    if (!this.#hash?.equals(head.hash)) {
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
    this.#hash = head.hash
    for (const id of this.#states.keys()) {
      if (this.#states.size <= MAX_ACCOUNTS) return
      this.#states.delete(id)
    }
  }
}
