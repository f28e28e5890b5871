import type { ThreadData } from './messages.ts'
import { openThreads, type Threads } from './threads.ts'

/** What people ask for and wait for, each kind with threads of its own, so that a long file holds up no short answer. */
export interface Reports {
  verifications: Threads
  files: Threads
  /** Balances and ledgers as they were. */
  moments: Threads
  close(): Promise<void>
}

export function openReports(data: ThreadData, onError: (error: Error) => void): Reports {
  const verifications = openThreads(data, 1, onError)
  const files = openThreads(data, 4, onError)
  const moments = openThreads(data, 1, onError)
  const all = [verifications, files, moments]
  return {
    verifications,
    files,
    moments,
    async close() {
      await Promise.all(all.map((threads) => threads.close()))
    },
  }
}
