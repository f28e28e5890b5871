import { type CompanyProcessPool, openProcessPool } from './process-pool.ts'

/**
 * The long-running work of a company's users. Each kind has processes of its own, so that a long file does not delay a
 * short answer.
 */
export interface CompanyJobPools {
  verifications: CompanyProcessPool
  fileExports: CompanyProcessPool
  /** Balances and ledgers of an earlier moment. */
  pointInTime: CompanyProcessPool
  /** The folds of closings. */
  seals: CompanyProcessPool
}

/** The same for all companies, which share a limited number of processes. */
export interface JobPools {
  forCompany(companyId: string): CompanyJobPools
  close(): Promise<void>
}

export function openJobPools(databaseUrl: string, onError: (error: Error) => void): JobPools {
  const verifications = openProcessPool(databaseUrl, 1, onError)
  const files = openProcessPool(databaseUrl, 4, onError)
  const moments = openProcessPool(databaseUrl, 1, onError)
  const seals = openProcessPool(databaseUrl, 1, onError)
  const all = [verifications, files, moments, seals]
  return {
    forCompany: (companyId) => ({
      verifications: verifications.forCompany(companyId),
      fileExports: files.forCompany(companyId),
      pointInTime: moments.forCompany(companyId),
      seals: seals.forCompany(companyId),
    }),
    async close() {
      await Promise.all(all.map((processes) => processes.close()))
    },
  }
}
