import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { PROJECTIONS } from './projector.ts'

/** Where the read models stand: the log's last position, and for each how many events it lacks and whether it stopped. */
export interface Standing {
  head: number
  projections: { name: string; position: number; lag: number; stopped: boolean }[]
}

/** For whoever runs it. The worker has no port of its own: what it wrote down says how it fares. */
export async function readStanding(db: Kysely<Database>, companyId: string): Promise<Standing> {
  const { rows } = await sql<{ head: number; projection: string | null; position: number | null; stopped: boolean }>`
    SELECT h.position AS head, c.projection, c.position, c.stopped_because IS NOT NULL AS stopped
    FROM log_heads h LEFT JOIN checkpoints c ON c.company_id = h.company_id
    WHERE h.company_id = ${companyId}`.execute(db)
  const head = rows[0]?.head ?? 0
  const projections = PROJECTIONS.map(({ name }) => {
    const row = rows.find((other) => other.projection === name)
    const position = row?.position ?? 0
    return { name, position, lag: Math.max(0, head - position), stopped: row?.stopped ?? false }
  })
  return { head, projections }
}
