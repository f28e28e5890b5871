import type { LedgerEvent, Meta } from '@ledger/contracts/events.ts'
import type { Command } from '../domain/commands.ts'
import type { AccountState, TransactionState } from '../domain/state.ts'

/** What a caller hands to the log: a command, how to answer it, and what belongs into the same transaction. */
export interface Submission {
  command: Command
  meta: Meta
  /** The `Idempotency-Key`, digested with its account, and the digest of the request it stands for. */
  key?: { digest: Buffer; bodyDigest: Buffer }
  /** Writes the answer to an accepted command, from what is so right after it. Must not fail. */
  answer: (recorded: Recorded) => Answer
  /** Changes of access tables that hold only if the command is accepted (a new password, a sign-in name). */
  alongside?: Statement[]
}

/** The state right after one command, before the next one of its batch. */
export interface Recorded {
  events: LedgerEvent[]
  account(id: string): AccountState
  transaction(id: string): TransactionState
}

/** An HTTP status and the exact text of the body; a repeated key gets the same again. */
export interface Answer {
  status: number
  body: string
}

export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** The database is away or full: the command was not recorded. */
export class LedgerUnavailable extends Error {}
/** The connection was lost while the commit was under way: recorded or not, the same key will tell. */
export class OutcomeUnknown extends Error {}
