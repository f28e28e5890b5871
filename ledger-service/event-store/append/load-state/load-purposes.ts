import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { Client } from 'pg'
import { evolvePurposes, NO_PURPOSES, type PurposesState, withoutSites } from '../../../domain/purposes/purposes.ts'

/**
 * Reads the list of purposes and the budgets of a company from the events that set them: the last list, and each budget
 * of a site that is not deleted. No read model is asked, because a decision must see every event. An index has these
 * events alone (migrations/steps/0044-purposes.ts).
 */
export async function loadPurposes(client: Client, companyId: string): Promise<PurposesState> {
  const { rows } = await client.query<Pick<RowOf<'events'>, 'position' | 'type' | 'schema_version' | 'data'>>({
    name: 'load-purposes',
    text: `(SELECT type, position, schema_version, data FROM events
        WHERE company_id = $1 AND type = 'PurposesChanged' ORDER BY position DESC LIMIT 1)
      UNION ALL
      (SELECT type, position, schema_version, data FROM events
        WHERE company_id = $1 AND type = 'BudgetSet' ORDER BY position)`,
    values: [companyId],
  })
  const purposes = rows
    .map(({ type, position, schema_version: schemaVersion, data }) =>
      decodePayload({ type: type as EventType, position, schemaVersion, data }),
    )
    .reduce(evolvePurposes, NO_PURPOSES)
  const sites = [...new Set([...purposes.budgets.values()].map(({ site }) => site))]
  if (sites.length === 0) return purposes
  const { rows: closed } = await client.query<{ account_id: string }>({
    name: 'load-closed-sites',
    text: `SELECT account_id FROM account_states
      WHERE company_id = $1 AND account_id = ANY($2::uuid[]) AND status = 'closed'`,
    values: [companyId, sites],
  })
  const ids = closed.map(({ account_id: id }) => id)
  return withoutSites(purposes, ids)
}
