import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { TransactionState } from '../../domain/account-and-transaction-states.ts'
import type { CommandAnswer } from '../append/command-and-answer-types.ts'
import {
  CREATING_EVENT_COLUMNS,
  stateFromCreation,
  transactionStateFromRow,
} from '../append/load-state/load-decision-state.ts'

/** Returns a transaction at the head of the log; undefined where there is none. */
export async function findTransaction(
  db: Kysely<Database>,
  companyId: string,
  id: string,
): Promise<TransactionState | undefined> {
  const row = await db
    .selectFrom('transaction_states')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('transaction_id', '=', id)
    .executeTakeFirst()
  if (row) return transactionStateFromRow(row)
  const event = await db
    .selectFrom('events')
    .select(CREATING_EVENT_COLUMNS)
    .where('company_id', '=', companyId)
    .where('event_id', '=', id)
    .executeTakeFirst()
  return event && stateFromCreation(event)
}

/** Returns the answer of a key to the same request; undefined for a new key or another request. */
export async function findStoredAnswer(
  db: Kysely<Database>,
  companyId: string,
  key: { digest: Buffer; bodyDigest: Buffer },
): Promise<CommandAnswer | undefined> {
  return db
    .selectFrom('answers')
    .select(['status', 'body'])
    .where('company_id', '=', companyId)
    .where('key_digest', '=', key.digest)
    .where('body_digest', '=', key.bodyDigest)
    .executeTakeFirst()
}
