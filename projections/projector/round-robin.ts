/** So many pages are written at the same time. Of companies that are all far behind, more would be taken from those who write. */
const MAX_CONCURRENT_PAGES = 2
/** After a failure, which may be of that company alone. */
const ROUND_ROBIN_RETRY_MS = 500

/** Companies that take pages by themselves: one of each in turn, until it has what there was. */
export interface RoundRobin {
  add(companyId: string): void
  /** Whether it is still to take pages, or failed and is to try again. */
  has(companyId: string): boolean
  /** Finishes the pages under way. */
  close(): Promise<void>
}

/**
 * @param take takes a page, and says whether more are waiting
 * @param onDone it is at the end of its log, as that was when its last page was read
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
