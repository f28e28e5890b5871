import type { Day } from '@ledger/contracts/dates.ts'
import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'

export interface RefusedDecision {
  refused: ErrorCode
  /** The day up to which the books are closed, where that is why. */
  closedUpTo?: Day
  /** The text that belongs to two purposes, where that is why. */
  word?: string
}
/** The events of a decision; none where the command asks for the current state. */
export interface AcceptedDecision {
  events: NewEvent[]
}

export const refuse = (refused: ErrorCode): RefusedDecision => ({ refused })
export const accept = (...events: NewEvent[]): AcceptedDecision => ({ events })
