import type { Balance } from '@ledger/contracts/shapes.ts'

/** What a call to the ledger came to: `unknown` is a time-out, a reset or a 5xx, until its key settles it. */
export type Outcome = 'ok' | 'refused' | 'unknown'

/** One command as its client saw it. */
export interface Call {
  op: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: object | undefined
  key: string
  /** What its event carries, so that it can be found in the log (`markOf` of checker.ts). */
  mark: string
  /** Milliseconds of performance.now(). */
  sentAt: number
  answeredAt: number
  outcome: Outcome
  status: number | undefined
  /** Why there was no answer at first: an error code of the connection, or `late`. */
  failure?: string
  answer: string
  /** Its first outcome was unknown. */
  wasUnknown: boolean
  /** What its key answered when it was sent once more after the faults. */
  again?: { status: number | undefined; answer: string }
}

/** A balance as somebody was shown it, where the API did not say that it lags behind. */
export interface Read {
  /** The inner id. */
  account: string
  sentAt: number
  answeredAt: number
  balance: Balance
}

export function outcomeOf(status: number | undefined): Outcome {
  if (status === undefined || status >= 500) return 'unknown'
  return status < 300 ? 'ok' : 'refused'
}
