import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import { createBatchLoader } from '@ledger/database/connection/batch-loader.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/**
 * Reads are linearizable: a GET waits until the read models show the head that it found, at most this long (api.md).
 */
const MAX_READ_WAIT_MS = 1000
const READ_RECHECK_MS = 3

interface ProjectionPosition {
  position: number
  /** The projection stopped before an event that it cannot apply. */
  stopped: boolean
}

/**
 * The end of the log and the position of each projection, read by one statement: the head is never newer than a
 * position.
 */
interface HeadAndPositions {
  head: number
  positions: ReadonlyMap<string, ProjectionPosition>
}

export interface ReadBarrier {
  /**
   * Waits until the named projections show every event that was acknowledged before this call. It does not wait for a
   * stopped projection, which will not move.
   * @returns how many events they are still behind after the longest wait; 0 when they are current
   */
  waitUntilCurrent(...projections: ProjectionName[]): Promise<number>
  /**
   * Returns the end of the log, and the position up to which all the named projections show it; stopped ones do not
   * count.
   */
  readShownPosition(...projections: ProjectionName[]): Promise<{ head: number; shown: number }>
}

/** Opens the read barrier of a company: all waiting requests share one query. */
export function openReadBarrier(db: Kysely<Database>, companyId: string): ReadBarrier {
  const lookTogether = createBatchLoader<'now', HeadAndPositions>(async () => {
    const seen = await readHeadAndPositions(db, companyId)
    return () => seen
  })
  return {
    async waitUntilCurrent(...projections) {
      const { head, positions } = await lookTogether('now')
      let now = positions
      const comes = (name: ProjectionName) => (now.get(name)?.position ?? 0) < head && !now.get(name)?.stopped
      for (const until = Date.now() + MAX_READ_WAIT_MS; projections.some(comes) && Date.now() < until; ) {
        await new Promise((resolve) => setTimeout(resolve, READ_RECHECK_MS))
        now = (await lookTogether('now')).positions
      }
      // A projection without a checkpoint has applied no event.
      const slowest = Math.min(...projections.map((name) => now.get(name)?.position ?? 0))
      return Math.max(0, head - slowest)
    },
    async readShownPosition(...projections) {
      const { head, positions } = await lookTogether('now')
      const going = projections.map((name) => positions.get(name)).filter((place) => !place?.stopped)
      return { head, shown: Math.min(head, ...going.map((place) => place?.position ?? 0)) }
    },
  }
}

async function readHeadAndPositions(db: Kysely<Database>, companyId: string): Promise<HeadAndPositions> {
  const { rows } = await sql<{
    head: number | null
    projection: string | null
    position: number | null
    stopped: boolean
  }>`
    SELECT h.position AS head, c.projection, c.position, c.stopped_because IS NOT NULL AS stopped
    FROM log_heads h LEFT JOIN checkpoints c ON c.company_id = h.company_id WHERE h.company_id = ${companyId}`.execute(
    db,
  )
  const positions = new Map(
    rows.map(({ projection, position, stopped }) => [projection ?? '', { position: position ?? 0, stopped }]),
  )
  return { head: rows[0]?.head ?? 0, positions }
}
