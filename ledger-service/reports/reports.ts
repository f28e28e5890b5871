import { openProcesses, type Processes } from './processes.ts'

/** What people of a company ask for and wait for, each kind with processes of its own, so that a long file holds up no short answer. */
export interface Reports {
  verifications: Processes
  files: Processes
  /** Balances and ledgers as they were. */
  moments: Processes
}

/** Of all companies, which wait for one another: so many processes there are at most, however many companies. */
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
