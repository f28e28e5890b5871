import { openProcesses, type Processes } from './processes.ts'

/**
 * The long-running work of a company's users. Each kind has processes of its own, so that a long file does not delay a
 * short answer.
 */
export interface Reports {
  verifications: Processes
  files: Processes
  /** Balances and ledgers of an earlier moment. */
  moments: Processes
}

/** The same for all companies, which share a limited number of processes. */
export interface SharedReports {
  of(companyId: string): Reports
  close(): Promise<void>
}

export function openReports(databaseUrl: string, onError: (error: Error) => void): SharedReports {
  const verifications = openProcesses(databaseUrl, 1, onError)
  const files = openProcesses(databaseUrl, 4, onError)
  const moments = openProcesses(databaseUrl, 1, onError)
  const all = [verifications, files, moments]
  return {
    of: (companyId) => ({
      verifications: verifications.of(companyId),
      files: files.of(companyId),
      moments: moments.of(companyId),
    }),
    async close() {
      await Promise.all(all.map((processes) => processes.close()))
    },
  }
}
