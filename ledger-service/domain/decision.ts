import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import type { AccountState, TransactionState } from './state.ts'

/** The state that a decision reads: the fold of the log for the things that a command names. */
export interface DecisionState {
  account(id: string): AccountState | undefined
  transaction(id: string): TransactionState | undefined
  /** The first spelling of a beneficiary's name, if the company has paid it before. */
  beneficiaryName(id: string): string | undefined
  /** The sum of all entries that are not deleted, each counted once, whichever accounts it moves money between. */
  readonly totalPaise: bigint
  /** The account that signs in with a name. */
  signInName(name: string): string | undefined
}

export interface RefusedDecision {
  refused: ErrorCode
}
/** The events of a decision; none where the command asks for the current state. */
export interface AcceptedDecision {
  events: NewEvent[]
}

export const refuse = (refused: ErrorCode): RefusedDecision => ({ refused })
export const accept = (...events: NewEvent[]): AcceptedDecision => ({ events })
