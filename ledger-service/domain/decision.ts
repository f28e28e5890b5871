import type { NewEvent } from '@ledger/contracts/events.ts'
import type { RefusalCode } from '@ledger/contracts/refusals.ts'
import type { AccountState, TransactionState } from './state.ts'

/** What a decision may look at: the fold of the log for the things that a command names. */
export interface State {
  account(id: string): AccountState | undefined
  transaction(id: string): TransactionState | undefined
  /** The first spelling of a beneficiary's name, if the company has paid it before. */
  beneficiaryName(id: string): string | undefined
  /** What all entries that stand come to, each counted once, whoever paid whom. */
  readonly totalPaise: bigint
  /** The account that signs in with a name. */
  signInName(name: string): string | undefined
}

export interface Refused {
  refused: RefusalCode
}
/** What becomes history. No event at all where the command asks for what is so already. */
export interface Accepted {
  events: NewEvent[]
}

export const refuse = (refused: RefusalCode): Refused => ({ refused })
export const accept = (...events: NewEvent[]): Accepted => ({ events })
