import type { RouteName } from '@ledger/contracts/routes.ts'
import { TooMany } from './errors.ts'

/** The limits of concurrent answers of a route in one API process. */
interface Places {
  /** For one account. */
  readonly each: number
  /** For one company. */
  readonly ofCompany?: number
  /** For all companies together, where the answers occupy memory while they last. */
  readonly ofProcess?: number
}

/**
 * Two kinds of files, made by the same four processes (reports/reports.ts): no account can use all of them, and further
 * requests wait in turn.
 */
const FILES: Places = { each: 2, ofCompany: 12 }
/** A first proof reads every leaf. */
const PROOFS: Places = { each: 4, ofCompany: 20 }

/**
 * Uploaded files occupy memory while they arrive and are processed: 100 MB at most. One account may upload all bills of
 * an entry at once. A company has less than half of the slots, so one that sends slowly, or sends files that take long
 * to read, leaves more than half to others.
 */
const BILLS: Places = { each: 5, ofCompany: 8, ofProcess: 20 }

/** The routes whose answers take long; routes with the same entry share its slots. */
export const PLACES: Partial<Record<RouteName, Places>> = {
  // A few tabs on a few devices.
  auditFollow: { each: 6, ofCompany: 100, ofProcess: 300 },
  adminFollow: { each: 12, ofCompany: 300, ofProcess: 1000 },
  // A thousand accounts with two screens each, and some spare; docs/performance.md has the cost.
  siteFollow: { each: 12, ofCompany: 2500, ofProcess: 5000 },
  // All of them share one verification (joined.ts).
  auditVerify: { each: 10, ofCompany: 50 },
  // A user moves a slider: each position is one job of one process.
  auditAsOf: { each: 4, ofCompany: 20 },
  auditLedgerAsOf: { each: 4, ofCompany: 20 },
  auditExport: FILES,
  auditEditLogFile: FILES,
  uploadBill: BILLS,
  auditProof: PROOFS,
  auditConsistency: PROOFS,
}

/** The end of another answer is unknown: the client may retry after this time. */
const ASK_AGAIN_SECONDS = 5

type TakePlace = (account: string) => () => void
const opened = new WeakMap<object, Map<Places, TakePlace>>()

/**
 * Returns how an answer acquires a slot of its company and one of the whole process.
 * @param company the object that identifies a company in this API process
 * @param all the object that identifies the process
 * @returns undefined for a route without a limit
 */
export function placesOf(company: object, all: object, name: RouteName): TakePlace | undefined {
  const places = PLACES[name]
  if (!places) return undefined
  const { each, ofCompany = Number.POSITIVE_INFINITY, ofProcess = Number.POSITIVE_INFINITY } = places
  const inCompany = shared(company, places, () => openPlaces({ each, all: ofCompany }))
  // Only its company distinguishes an account: two companies may have the same account id.
  const inProcess = shared(all, places, () => openPlaces({ each: Number.POSITIVE_INFINITY, all: ofProcess }))
  return (account) => {
    const leaveCompany = inCompany(account)
    try {
      const leaveProcess = inProcess(account)
      return () => {
        leaveProcess()
        leaveCompany()
      }
    } catch (error) {
      leaveCompany()
      throw error
    }
  }
}

function shared(whose: object, places: Places, open: () => TakePlace): TakePlace {
  const own = opened.get(whose) ?? new Map<Places, TakePlace>()
  opened.set(whose, own)
  const take = own.get(places) ?? open()
  own.set(places, take)
  return take
}

/**
 * Opens a limit.
 * @returns a function that acquires a slot for an account and returns the function that releases it
 * @throws TooMany too_many_at_once where no slot is free
 */
export function openPlaces({ each, all }: { each: number; all: number }): TakePlace {
  const taken = new Map<string, number>()
  let inAll = 0
  return (account) => {
    const own = taken.get(account) ?? 0
    if (own >= each || inAll >= all) throw new TooMany('too_many_at_once', ASK_AGAIN_SECONDS)
    taken.set(account, own + 1)
    inAll++
    return () => {
      inAll--
      const left = (taken.get(account) ?? 1) - 1
      if (left > 0) taken.set(account, left)
      else taken.delete(account)
    }
  }
}
