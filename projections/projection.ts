import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'

/** A read model: which tables it owns, and how a page of the log changes them. Its queries stand in the same file. */
export interface Projection {
  readonly name: 'balances' | 'ledger' | 'beneficiaries' | 'directory' | 'activity'
  readonly tables: readonly (keyof Database)[]
  /**
   * Folds a page of events, in order, and writes what changed with a few set-based statements. Runs in the transaction
   * that moves the checkpoint. Table names are unqualified: a rebuild runs the same code in another schema.
   * @throws for an event that it cannot take
   */
  apply(db: Kysely<Database>, companyId: string, events: LedgerEvent[]): Promise<void>
}

/** What an `apply` throws for an event that contradicts what it has seen before. */
export class CannotTake extends Error {}
