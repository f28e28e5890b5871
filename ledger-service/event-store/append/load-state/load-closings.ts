import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { Client } from 'pg'
import { type Closings, evolveClosings, NEVER_CLOSED } from '../../../domain/closings.ts'

/**
 * Reads the closings of a company's books that hold, from the events that made them: a decision asks no read model,
 * because it must see every event. An index has these events alone (migrations/steps/0038-closings.ts).
 */
export async function loadClosings(client: Client, companyId: string): Promise<Closings> {
  const { rows } = await client.query<Pick<RowOf<'events'>, 'position' | 'type' | 'schema_version' | 'data'>>({
    name: 'load-closings',
    text: `SELECT type, position, schema_version, data FROM events
      WHERE company_id = $1 AND type IN ('BooksClosed', 'BooksReopened', 'BooksSealed') ORDER BY position`,
    values: [companyId],
  })
  return rows
    .map(({ type, position, schema_version: schemaVersion, data }) => ({
      ...decodePayload({ type: type as EventType, position, schemaVersion, data }),
      position,
    }))
    .reduce(evolveClosings, NEVER_CLOSED)
}
