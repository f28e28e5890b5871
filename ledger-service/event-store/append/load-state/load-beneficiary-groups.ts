import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { Client } from 'pg'
import {
  type BeneficiaryGroups,
  evolveBeneficiaryGroups,
  NO_BENEFICIARY_GROUPS,
} from '../../../domain/beneficiaries/beneficiary-groups.ts'

/**
 * Reads the beneficiaries of a company that were renamed or merged, from the events that did so: a decision asks no
 * read model, because it must see every event. An index has these events alone
 * (migrations/steps/0039-beneficiary-groups.ts).
 */
export async function loadBeneficiaryGroups(client: Client, companyId: string): Promise<BeneficiaryGroups> {
  const { rows } = await client.query<Pick<RowOf<'events'>, 'position' | 'type' | 'schema_version' | 'data'>>({
    name: 'load-beneficiary-groups',
    text: `SELECT type, position, schema_version, data FROM events
      WHERE company_id = $1 AND type IN ('BeneficiaryRenamed', 'BeneficiariesMerged', 'BeneficiariesUnmerged')
      ORDER BY position`,
    values: [companyId],
  })
  return rows
    .map(({ type, position, schema_version: schemaVersion, data }) =>
      decodePayload({ type: type as EventType, position, schemaVersion, data }),
    )
    .reduce(evolveBeneficiaryGroups, NO_BENEFICIARY_GROUPS)
}
