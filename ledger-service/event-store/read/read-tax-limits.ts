import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { evolveTaxLimits, type TaxLimitsFrom } from '../../domain/tax/tax-limits-state.ts'

/** Returns the limits for tax that a company has set, the oldest day first, from their events: an index has these. */
export async function readTaxLimits(db: Kysely<Database>, companyId: string): Promise<readonly TaxLimitsFrom[]> {
  const rows = await db
    .selectFrom('events')
    .select(['type', 'position', 'schema_version as schemaVersion', 'data'])
    .where('company_id', '=', companyId)
    // A literal, so that every plan can use the index of these events.
    .where('type', '=', sql.lit('TaxLimitsSet'))
    .orderBy('position')
    .execute()
  return rows
    .map(({ type, ...row }) => decodePayload({ type: type as EventType, ...row }))
    .reduce(evolveTaxLimits, [] as readonly TaxLimitsFrom[])
}
