import { type ApiError, UNEXPLAINED } from '../../shared/api/api-error.ts'

/**
 * What a failure says of an entry. `refused`: the ledger has looked at it, and it is not booked under this key. `signed_out`: nobody
 * looked at it, and nobody will until its owner is signed in. `not_taken`: nobody looked at it, this time. `unknown`: only the same
 * key settles it.
 */
export type Meaning = 'refused' | 'signed_out' | 'not_taken' | 'unknown'

/** @param tries this one included */
export function meaningOf({ status, code }: Pick<ApiError, 'status' | 'code'>, tries: number): Meaning {
  if (status === 401) return 'signed_out'
  // The ledger is not asked while a company's address leads nowhere, nor where the server does not know the address as its own.
  if (status === 429 || code === 'unknown_company' || code === 'cross_site') return 'not_taken'
  if (status === 408 || status < 400 || status >= 500) return 'unknown'
  // A page of somebody in between is no word of the ledger's on what came of an earlier try.
  return code === UNEXPLAINED && tries > 1 ? 'unknown' : 'refused'
}

/** Whether the same would happen to any other entry just now; a fault of the server's own may be of this one alone. */
export function isForAll(status: number): boolean {
  return status !== 500
}
