import { setTimeout as sleep } from 'node:timers/promises'
import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import { toError } from '@ledger/database/process/to-error.ts'

/**
 * The pages that are written at the same time. With many companies far behind, more would slow down the requests that
 * write.
 */
const MAX_CONCURRENT_PAGES = 2
/** The wait after a failure, which may concern that company alone. */
const ROUND_ROBIN_RETRY_MS = 500

/** Companies that apply pages by themselves: one page of each in turn, until a company has no more. */
export interface RoundRobin {
  add(companyId: string): void
  /** Returns whether the company has pages left to apply, or waits for a retry. */
  has(companyId: string): boolean
  /** Finishes the running pages. */
  close(): Promise<void>
}

/**
 * @param applyPage applies a page, and returns whether more are pending
 * @param onDone called when a company is at the end of its log, as that was when its last page was read
 */
export function openRoundRobin(
  applyPage: (companyId: string) => Promise<boolean>,
  onDone: () => void,
  onError: (error: Error, companyId: string) => void,
): RoundRobin {
  const queue = openFairQueue(MAX_CONCURRENT_PAGES)
  const working = new Map<string, Promise<void>>()
  const closing = new AbortController()
  const { signal } = closing

  async function applyAllPages(companyId: string): Promise<void> {
    let isBehind = true
    while (isBehind) {
      try {
        isBehind = await queue.run(companyId, () => applyPage(companyId), signal)
      } catch (error) {
        if (error === signal.reason) return
        onError(toError(error), companyId)
        await sleep(ROUND_ROBIN_RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
    working.delete(companyId)
    onDone()
  }

  return {
    add(companyId) {
      if (!working.has(companyId)) working.set(companyId, applyAllPages(companyId))
    },
    has: (companyId) => working.has(companyId),
    async close() {
      closing.abort()
      await Promise.all(working.values())
    },
  }
}
