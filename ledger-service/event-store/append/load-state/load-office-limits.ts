import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { Client } from 'pg'
import { evolveOfficeLimits, NO_LIMITS_SET, type OfficeLimitsState } from '../../../domain/office-limits.ts'

/**
 * Reads the limits of a company, and the alert levels of some accounts, from the last event of each: no read model is
 * asked, because a decision must see every event. An index has these events alone (migrations/steps/0042-tax.ts).
 */
export async function loadOfficeLimits(
  client: Client,
  companyId: string,
  accounts: string[],
): Promise<OfficeLimitsState> {
  const { rows } = await client.query<Pick<RowOf<'events'>, 'position' | 'type' | 'schema_version' | 'data'>>({
    name: 'load-office-limits',
    text: `SELECT DISTINCT ON (type, data #>> '{account,id}', data ->> 'from') type, position, schema_version, data
      FROM events WHERE company_id = $1 AND type IN ('OfficeSettingsChanged', 'AlertLevelSet', 'TaxLimitsSet')
        AND (type <> 'AlertLevelSet' OR data #>> '{account,id}' = ANY($2::text[]))
      ORDER BY type, data #>> '{account,id}', data ->> 'from', position DESC`,
    values: [companyId, accounts],
  })
  return rows
    .map(({ type, position, schema_version: schemaVersion, data }) =>
      decodePayload({ type: type as EventType, position, schemaVersion, data }),
    )
    .reduce(evolveOfficeLimits, NO_LIMITS_SET)
}
