import { type ApiError, UNEXPLAINED_CODE } from '../../../shared/api/api-error.ts'

/**
 * The meaning of a failure for an entry. `refused`: the ledger read it, and it is not booked under this key.
 * `signed_out`: the ledger did not read it, and will not until its owner is signed in. `not_taken`: the ledger did not
 * read it this time. `unknown`: only the same key can settle it.
 */
export type FailureKind = 'refused' | 'signed_out' | 'not_taken' | 'unknown'

/**
 * Returns what a failure means for an entry.
 * @param tries the number of tries, this one included
 */
export function classifyFailure({ status, code }: Pick<ApiError, 'status' | 'code'>, tries: number): FailureKind {
  if (status === 401) return 'signed_out'
  // The ledger is not asked while a company's address leads nowhere, nor where the server does not know the address as
  // its own.
  if (status === 429 || code === 'unknown_company' || code === 'cross_site') return 'not_taken'
  if (status === 408 || status < 400 || status >= 500) return 'unknown'
  // A page of a third party in between says nothing about the outcome of an earlier try.
  return code === UNEXPLAINED_CODE && tries > 1 ? 'unknown' : 'refused'
}

/**
 * Tells whether a failed upload says something about the file alone: another try would fail in the same way, and the
 * entry can be booked without it. A proxy may refuse a large file with a page of its own.
 */
export function isBillRefused({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean {
  return status === 413 || (code !== UNEXPLAINED_CODE && [400, 410, 415].includes(status))
}

/**
 * Tells whether any other entry would fail in the same way now. A fault inside the server (500) may concern this entry
 * alone.
 */
export function affectsAllEntries(status: number): boolean {
  return status !== 500
}

/**
 * Tells whether the ledger could accept other values of a refused entry: a deleted, missing or forbidden entry stays
 * refused whatever is entered.
 */
export function canBeCorrected({ status }: { status: number }): boolean {
  return status !== 403 && status !== 404 && status !== 409
}

/** Tells whether a refusal says that the ledger has no such entry any more. */
export function isGoneFromLedger({ code }: { code: string }): boolean {
  return code === 'already_deleted' || code === 'not_found'
}
