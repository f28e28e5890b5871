import type { ReportsOf } from './messages.ts'
import { openProcesses, type Processes } from './processes.ts'

/** What people ask for and wait for, each kind with processes of its own, so that a long file holds up no short answer. */
export interface Reports {
  verifications: Processes
  files: Processes
  /** Balances and ledgers as they were. */
  moments: Processes
  close(): Promise<void>
}

export function openReports(of: ReportsOf, onError: (error: Error) => void): Reports {
  const verifications = openProcesses(of, 1, onError)
  const files = openProcesses(of, 4, onError)
  const moments = openProcesses(of, 1, onError)
  const all = [verifications, files, moments]
  return {
    verifications,
    files,
    moments,
    async close() {
      await Promise.all(all.map((processes) => processes.close()))
    },
  }
}
