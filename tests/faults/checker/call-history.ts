import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'

/** The outcome of a call to the ledger: `unknown` is a time-out, a reset or a 5xx, until its key settles it. */
export type CallOutcome = 'ok' | 'refused' | 'unknown'

/** One command as its client saw it. */
export interface RecordedCall {
  op: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: object | undefined
  key: string
  /** The text by which its event is found in the log (`markOf` of invariant-checker.ts). */
  mark: string
  /** Milliseconds of performance.now(). */
  sentAt: number
  answeredAt: number
  outcome: CallOutcome
  status: number | undefined
  /** The reason of a missing first answer: an error code of the connection, or `late`. */
  failure?: string
  answer: string
  /** The first outcome was unknown. */
  wasUnknown: boolean
  /** The answer to its key when it was sent once more after the faults. */
  repeatedAnswer?: { status: number | undefined; answer: string }
}

/** A balance as the API showed it to a user, without a header that it lags. */
export interface RecordedBalanceRead {
  /** The internal id. */
  account: string
  sentAt: number
  answeredAt: number
  balance: Balance
}

export function callOutcomeOf(status: number | undefined): CallOutcome {
  if (status === undefined || status >= 500) return 'unknown'
  return status < 300 ? 'ok' : 'refused'
}
