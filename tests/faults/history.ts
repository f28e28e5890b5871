import type { Balance } from '@ledger/contracts/shapes.ts'

/** The outcome of a call to the ledger: `unknown` is a time-out, a reset or a 5xx, until its key settles it. */
export type Outcome = 'ok' | 'refused' | 'unknown'

/** One command as its client saw it. */
export interface Call {
  op: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: object | undefined
  key: string
  /** The text by which its event is found in the log (`markOf` of checker.ts). */
  mark: string
  /** Milliseconds of performance.now(). */
  sentAt: number
  answeredAt: number
  outcome: Outcome
  status: number | undefined
  /** The reason of a missing first answer: an error code of the connection, or `late`. */
  failure?: string
  answer: string
  /** The first outcome was unknown. */
  wasUnknown: boolean
  /** The answer to its key when it was sent once more after the faults. */
  again?: { status: number | undefined; answer: string }
}

/** A balance as the API showed it to a user, without a header that it lags. */
export interface Read {
  /** The internal id. */
  account: string
  sentAt: number
  answeredAt: number
  balance: Balance
}

export function outcomeOf(status: number | undefined): Outcome {
  if (status === undefined || status >= 500) return 'unknown'
  return status < 300 ? 'ok' : 'refused'
}
