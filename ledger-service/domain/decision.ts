import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'

export interface RefusedDecision {
  refused: ErrorCode
}
/** The events of a decision; none where the command asks for the current state. */
export interface AcceptedDecision {
  events: NewEvent[]
}

export const refuse = (refused: ErrorCode): RefusedDecision => ({ refused })
export const accept = (...events: NewEvent[]): AcceptedDecision => ({ events })
