import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { Client } from 'pg'
import { DEFAULT_TALLY_MAP, evolveTallyMap, type TallyMap } from '../../../domain/tally/tally-map.ts'

/** Reads the map to Tally from the events that changed it. An index has few others (migrations/steps/0041). */
export async function loadTallyMap(client: Client, companyId: string): Promise<TallyMap> {
  const { rows } = await client.query<Pick<RowOf<'events'>, 'position' | 'schema_version' | 'data'>>({
    name: 'load-tally-map',
    text: `SELECT position, schema_version, data FROM events
      WHERE company_id = $1 AND type IN ('TallyMapChanged', 'TallyExported') AND type = 'TallyMapChanged'
      ORDER BY position`,
    values: [companyId],
  })
  return rows
    .map(({ position, schema_version: schemaVersion, data }) =>
      decodePayload({ type: 'TallyMapChanged', position, schemaVersion, data }),
    )
    .reduce(evolveTallyMap, DEFAULT_TALLY_MAP)
}
