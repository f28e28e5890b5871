import type { RouteName } from '@ledger/contracts/routes.ts'
import { TooMany } from './errors.ts'

/** How many answers of a call may be under way in one API process. */
interface Places {
  /** For one account. */
  readonly each: number
  /** For a company. */
  readonly ofCompany?: number
  /** For all companies together: what lies in memory as long as the answer takes. */
  readonly ofProcess?: number
}

/** Two kinds of files, made by the same four processes (reports/reports.ts): no account has them all, others wait in turn. */
const FILES: Places = { each: 2, ofCompany: 12 }
/** A first proof reads every leaf. */
const PROOFS: Places = { each: 4, ofCompany: 20 }

/**
 * Files that lie in memory while they come and wait to be read: 100 MB at most. Of one account, all bills of an entry. A company holds less than
 * half of them, so one that sends slowly, or sends what takes long to read, leaves more than half to others.
 */
const BILLS: Places = { each: 5, ofCompany: 8, ofProcess: 20 }

/** The calls whose answers take long; those that share one entry share its places. */
export const PLACES: Partial<Record<RouteName, Places>> = {
  // A few tabs on a few devices.
  auditFollow: { each: 6, ofCompany: 100, ofProcess: 300 },
  adminFollow: { each: 12, ofCompany: 300, ofProcess: 1000 },
  // A thousand accounts with two screens each, and some room; what that costs is in docs/performance.md.
  siteFollow: { each: 12, ofCompany: 2500, ofProcess: 5000 },
  // One verification for all of them (joined.ts).
  auditVerify: { each: 10, ofCompany: 50 },
  // Somebody moves a slider: each goes its way through one process.
  auditAsOf: { each: 4, ofCompany: 20 },
  auditLedgerAsOf: { each: 4, ofCompany: 20 },
  auditExport: FILES,
  auditEditLogFile: FILES,
  uploadBill: BILLS,
  auditProof: PROOFS,
  auditConsistency: PROOFS,
}

/** Nobody knows when somebody else's answer ends: so soon it is worth asking again. */
const ASK_AGAIN_SECONDS = 5

type TakePlace = (account: string) => () => void
const opened = new WeakMap<object, Map<Places, TakePlace>>()

/**
 * How an answer takes a place among those of its company and among those of the whole process.
 * @param company what stands for a company in this process of the API
 * @param all what stands for the process
 * @returns undefined for a call that needs none
 */
export function placesOf(company: object, all: object, name: RouteName): TakePlace | undefined {
  const places = PLACES[name]
  if (!places) return undefined
  const { each, ofCompany = Number.POSITIVE_INFINITY, ofProcess = Number.POSITIVE_INFINITY } = places
  const inCompany = shared(company, places, () => openPlaces({ each, all: ofCompany }))
  // Of an account its company alone knows: the ids of two companies may be the same.
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
 * Gives out places. @returns for each account a way to take one, which returns how to give it back
 * @throws TooMany too_many_at_once where there is none left
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
