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
 * @param take applies a page, and returns whether more are pending
 * @param onDone called when a company is at the end of its log, as that was when its last page was read
 */
export function openRoundRobin(
  take: (companyId: string) => Promise<boolean>,
  onDone: () => void,
  onError: (error: Error, companyId: string) => void,
): RoundRobin {
  const all = new Set<string>()
  const line: string[] = []
  const working = new Set<Promise<void>>()
  const failed = new Set<NodeJS.Timeout>()
  let closed = false

  function stand(companyId: string): void {
    line.push(companyId)
    begin()
  }

  function begin(): void {
    while (!closed && working.size < MAX_CONCURRENT_PAGES) {
      const companyId = line.shift()
      if (companyId === undefined) return
      const work = takeTurn(companyId).finally(() => {
        working.delete(work)
        begin()
      })
      working.add(work)
    }
  }

  async function takeTurn(companyId: string): Promise<void> {
    try {
      if (await take(companyId)) {
        line.push(companyId)
        return
      }
      all.delete(companyId)
      onDone()
    } catch (error) {
      const timer = setTimeout(() => {
        failed.delete(timer)
        stand(companyId)
      }, ROUND_ROBIN_RETRY_MS)
      failed.add(timer)
      onError(error instanceof Error ? error : new Error(String(error)), companyId)
    }
  }

  return {
    add(companyId) {
      if (all.has(companyId)) return
      all.add(companyId)
      stand(companyId)
    },
    has: (companyId) => all.has(companyId),
    async close() {
      closed = true
      await Promise.all(working)
      for (const timer of failed) clearTimeout(timer)
    },
  }
}
