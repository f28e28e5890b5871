import type { RouteName } from '@ledger/contracts/routes.ts'
import { TooMany } from './errors.ts'

/** How many answers of a call may be under way in one API process: for one account, and for a company; of files that come, for all companies. */
interface Places {
  readonly each: number
  readonly all: number
}

/** Two kinds of files, made by the same four processes (reports/reports.ts): no account has them all, others wait in turn. */
const FILES: Places = { each: 2, all: 12 }
/** A first proof reads every leaf. */
const PROOFS: Places = { each: 4, all: 20 }

/** Files that lie in memory while they come and wait to be read, one after the other: 100 MB at most. Of one account, all of an entry. */
const BILLS: Places = { each: 5, all: 20 }

/** The calls whose answers take long; those that share one entry share its places. */
export const PLACES: Partial<Record<RouteName, Places>> = {
  // A few tabs on a few devices.
  auditFollow: { each: 6, all: 100 },
  adminFollow: { each: 12, all: 300 },
  // A thousand accounts with two screens each, and some room; what that costs is in docs/performance.md.
  siteFollow: { each: 12, all: 2500 },
  // One verification for all of them (joined.ts).
  auditVerify: { each: 10, all: 50 },
  // Somebody moves a slider: each goes its way through one process.
  auditAsOf: { each: 4, all: 20 },
  auditLedgerAsOf: { each: 4, all: 20 },
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

/** How an answer takes a place among those of `whose`: a company in a process of the API, or the whole process. @returns undefined for a call that needs none */
export function placesOf(whose: object, name: RouteName): TakePlace | undefined {
  const places = PLACES[name]
  if (!places) return undefined
  const own = opened.get(whose) ?? new Map<Places, TakePlace>()
  opened.set(whose, own)
  const take = own.get(places) ?? openPlaces(places)
  own.set(places, take)
  return take
}

/**
 * Gives out places. @returns for each account a way to take one, which returns how to give it back
 * @throws TooMany too_many_at_once where there is none left
 */
export function openPlaces({ each, all }: Places): TakePlace {
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
