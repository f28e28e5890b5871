import type { RouteName } from '@ledger/contracts/http/routes.ts'
import { TooManyRequests } from './errors.ts'

/** The limits of concurrent answers of a route in one API process. */
interface ConcurrencyLimit {
  /** For one account. */
  readonly perAccount: number
  /** For one company. */
  readonly perCompany?: number
  /** For all companies together, where the answers occupy memory while they last. */
  readonly perProcess?: number
}

/**
 * Files of several kinds, made by the same four processes (jobs/job-pools.ts): no account can use all of them, and
 * further requests wait in turn.
 */
const FILE_EXPORT_LIMIT: ConcurrencyLimit = { perAccount: 2, perCompany: 12 }
/** A book adds up every row of its period or before its end, over the office's few connections. */
const BOOK_LIMIT: ConcurrencyLimit = { perAccount: 6, perCompany: 30 }
/** A first proof reads every leaf. */
const PROOF_LIMIT: ConcurrencyLimit = { perAccount: 4, perCompany: 20 }

/**
 * Uploaded files occupy memory while they arrive and are processed: 100 MB at most. One account may upload all bills of
 * an entry at once. A company has less than half of the slots, so one that sends slowly, or sends files that take long
 * to read, leaves more than half to others.
 */
const BILL_UPLOAD_LIMIT: ConcurrencyLimit = { perAccount: 5, perCompany: 8, perProcess: 20 }

/** The routes whose answers take long; routes with the same entry share its slots. */
export const CONCURRENCY_LIMITS: Partial<Record<RouteName, ConcurrencyLimit>> = {
  // A few tabs on a few devices.
  auditFollow: { perAccount: 6, perCompany: 100, perProcess: 300 },
  adminFollow: { perAccount: 12, perCompany: 300, perProcess: 1000 },
  // A thousand accounts with two screens each, and some spare; docs/performance.md has the cost.
  siteFollow: { perAccount: 12, perCompany: 2500, perProcess: 5000 },
  // All of them share one verification (single-flight.ts).
  auditVerify: { perAccount: 10, perCompany: 50 },
  // A user moves a slider: each position is one job of one process.
  auditAsOf: { perAccount: 4, perCompany: 20 },
  auditLedgerAsOf: { perAccount: 4, perCompany: 20 },
  auditExport: FILE_EXPORT_LIMIT,
  auditEditLogFile: FILE_EXPORT_LIMIT,
  statementFile: FILE_EXPORT_LIMIT,
  siteStatementFile: FILE_EXPORT_LIMIT,
  cashBookFile: FILE_EXPORT_LIMIT,
  taxListFile: FILE_EXPORT_LIMIT,
  statement: BOOK_LIMIT,
  cashBook: BOOK_LIMIT,
  taxList: BOOK_LIMIT,
  trialBalance: { perAccount: 4, perCompany: 20 },
  trialBalanceFile: FILE_EXPORT_LIMIT,
  tallyMap: FILE_EXPORT_LIMIT,
  tallyFile: FILE_EXPORT_LIMIT,
  tallyExportAgain: FILE_EXPORT_LIMIT,
  uploadBill: BILL_UPLOAD_LIMIT,
  auditProof: PROOF_LIMIT,
  auditConsistency: PROOF_LIMIT,
  sealedBalance: PROOF_LIMIT,
}

/** The end of another answer is unknown: the client may retry after this time. */
const BUSY_RETRY_AFTER_SECONDS = 5

type AcquireSlot = (account: string) => () => void
/** The slots of one company, or those that all companies of the process share: by limit, opened at the first use. */
export type ConcurrencySlots = Map<ConcurrencyLimit, AcquireSlot>

/**
 * Returns how an answer acquires a slot of its company and one of the whole process.
 * @returns undefined for a route without a limit
 */
export function concurrencyLimiterFor(
  { companySlots, processSlots }: { companySlots: ConcurrencySlots; processSlots: ConcurrencySlots },
  name: RouteName,
): AcquireSlot | undefined {
  const limit = CONCURRENCY_LIMITS[name]
  if (!limit) return undefined
  const { perAccount, perCompany = Number.POSITIVE_INFINITY, perProcess = Number.POSITIVE_INFINITY } = limit
  const acquireInCompany = sharedLimiter(companySlots, limit, () =>
    createConcurrencyLimiter({ each: perAccount, all: perCompany }),
  )
  // Only its company distinguishes an account: two companies may have the same account id.
  const acquireInProcess = sharedLimiter(processSlots, limit, () =>
    createConcurrencyLimiter({ each: Number.POSITIVE_INFINITY, all: perProcess }),
  )
  return (account) => {
    const releaseCompanySlot = acquireInCompany(account)
    try {
      const releaseProcessSlot = acquireInProcess(account)
      return () => {
        releaseProcessSlot()
        releaseCompanySlot()
      }
    } catch (error) {
      releaseCompanySlot()
      throw error
    }
  }
}

function sharedLimiter(slots: ConcurrencySlots, limit: ConcurrencyLimit, open: () => AcquireSlot): AcquireSlot {
  const acquireSlot = slots.get(limit) ?? open()
  slots.set(limit, acquireSlot)
  return acquireSlot
}

/**
 * Opens a limit.
 * @returns a function that acquires a slot for an account and returns the function that releases it
 * @throws TooManyRequests too_many_at_once where no slot is free
 */
export function createConcurrencyLimiter({ each, all }: { each: number; all: number }): AcquireSlot {
  const heldByAccount = new Map<string, number>()
  let heldByAll = 0
  return (account) => {
    const held = heldByAccount.get(account) ?? 0
    if (held >= each || heldByAll >= all) throw new TooManyRequests('too_many_at_once', BUSY_RETRY_AFTER_SECONDS)
    heldByAccount.set(account, held + 1)
    heldByAll++
    return () => {
      heldByAll--
      const left = (heldByAccount.get(account) ?? 1) - 1
      if (left > 0) heldByAccount.set(account, left)
      else heldByAccount.delete(account)
    }
  }
}
