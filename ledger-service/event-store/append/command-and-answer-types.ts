import type { BeneficiaryGroup } from '@ledger/contracts/beneficiary-spelling-group.ts'
import type { EventMeta, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import type { AccountState, TransactionState } from '../../domain/account-and-transaction-states.ts'
import type { Command } from '../../domain/commands.ts'

/** The input of the log: a command, the function that answers it, and the statements for the same transaction. */
export interface CommandEnvelope {
  command: Command
  meta: EventMeta
  /** The `Idempotency-Key`, digested with its account, and the digest of the request that it identifies. */
  key?: { digest: Buffer; bodyDigest: Buffer }
  /** Returns the answer to an accepted command, from the state right after it. Must not throw. */
  answer: (recorded: StateAfterCommand) => CommandAnswer
  /** Changes of access tables that are made only if the command is accepted (a new password, a sign-in name). */
  sideStatements?: SqlStatement[]
}

/** The state right after one command, before the next one of its batch. */
export interface StateAfterCommand {
  events: LedgerEvent[]
  account(id: string): AccountState
  transaction(id: string): TransactionState
  /** The group of a spelling that a command about beneficiaries names. */
  beneficiaryGroup(id: string): BeneficiaryGroup
}

/** An HTTP status and the exact text of the body; a repeated key gets the same again. */
export interface CommandAnswer {
  status: number
  body: string
}
