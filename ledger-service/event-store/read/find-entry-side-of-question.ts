import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { isUuid } from '@ledger/contracts/text/uuid.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { TransactionSide } from '../../domain/commands.ts'

/** Returns the side of the entry that a question is about; undefined where no such question was asked. */
export async function findSideAskedAbout(
  db: Kysely<Database>,
  companyId: string,
  question: string,
): Promise<TransactionSide | undefined> {
  if (!isUuid(question)) return undefined
  const row = await db
    .selectFrom('events')
    .select(['position', 'schema_version', 'data'])
    .where('company_id', '=', companyId)
    // The event that asks a question has its id.
    .where('event_id', '=', question)
    .where('type', '=', 'EntryQueried' satisfies EventType)
    .executeTakeFirst()
  if (!row) return undefined
  const { position, schema_version: schemaVersion, data: stored } = row
  const { data } = decodePayload({ position, type: 'EntryQueried', schemaVersion, data: stored })
  return 'side' in data ? { transaction: data.transaction, side: data.side } : undefined
}
