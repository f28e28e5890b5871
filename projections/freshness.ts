import type { ProjectionName } from '@ledger/contracts/projections.ts'
import { askedTogether, type OfCompany } from '@ledger/database/asked-together.ts'
import { BY_KEY } from '@ledger/database/by-key.ts'
import { plannedOnce } from '@ledger/database/planned-once.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'

/** Reads are linearizable: a GET waits for the head that it found, but not longer than this (api.md). */
const LONGEST_WAIT_MS = 1000
const LOOK_AGAIN_MS = 3

interface Place {
  position: number
  /** It stands before an event that it cannot take. */
  stopped: boolean
}

/** Where the log ends and where each projection stands, by one statement: never a head from later than a position. */
interface Seen {
  head: number
  places: ReadonlyMap<string, Place>
}

export interface Freshness {
  /**
   * Waits until the named projections show everything that was acknowledged before this call; for one that stopped it does not
   * wait, because nothing will come.
   * @returns how many events they are still behind after the longest wait; 0 when they are fresh
   */
  wait(...projections: ProjectionName[]): Promise<number>
  /** Where the log ends, and up to where all the named projections show it; one that stopped holds up nobody. */
  shown(...projections: ProjectionName[]): Promise<{ head: number; shown: number }>
}

/**
 * One for each process: whoever waits looks together with all others.
 * @param mayJoin whether several companies may be in one query
 */
export function openFreshness(db: Kysely<Database>, mayJoin: boolean): OfCompany<Freshness> {
  const lookTogether = askedTogether<'now', Seen>(
    {
      async ofOne(companyId) {
        const seen = await look(db, companyId)
        return () => seen
      },
      async ofSeveral(asked) {
        const seen = await lookAtSeveral(
          db,
          asked.map(({ companyId }) => companyId),
        )
        return (companyId) => seen.get(companyId) ?? NOTHING
      },
    },
    mayJoin,
  )
  return (companyId) => freshnessOf(lookTogether(companyId))
}

function freshnessOf(lookTogether: (when: 'now') => Promise<Seen>): Freshness {
  return {
    async wait(...projections) {
      const { head, places } = await lookTogether('now')
      let now = places
      const comes = (name: ProjectionName) => (now.get(name)?.position ?? 0) < head && !now.get(name)?.stopped
      for (const until = Date.now() + LONGEST_WAIT_MS; projections.some(comes) && Date.now() < until; ) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
        now = (await lookTogether('now')).places
      }
      // One that has no checkpoint yet has seen nothing.
      const slowest = Math.min(...projections.map((name) => now.get(name)?.position ?? 0))
      return Math.max(0, head - slowest)
    },
    async shown(...projections) {
      const { head, places } = await lookTogether('now')
      const going = projections.map((name) => places.get(name)).filter((place) => !place?.stopped)
      return { head, shown: Math.min(head, ...going.map((place) => place?.position ?? 0)) }
    },
  }
}

const NOTHING: Seen = { head: 0, places: new Map() }

interface Row {
  head: number | null
  projection: string | null
  position: number | null
  stopped: boolean
}

async function look(db: Kysely<Database>, companyId: string): Promise<Seen> {
  const { rows } = await sql<Row>`
    SELECT h.position AS head, c.projection, c.position, c.stopped_because IS NOT NULL AS stopped
    FROM log_heads h LEFT JOIN checkpoints c ON c.company_id = h.company_id WHERE h.company_id = ${companyId}`.execute(
    db,
  )
  return seenIn(rows)
}

async function lookAtSeveral(db: Kysely<Database>, companyIds: string[]): Promise<Map<string, Seen>> {
  const { rows } = await sql<Row & { company_id: string }>`
    SELECT h.company_id, h.position AS head, c.projection, c.position, c.stopped_because IS NOT NULL AS stopped
    FROM log_heads h LEFT JOIN LATERAL (SELECT * FROM checkpoints WHERE company_id = h.company_id OFFSET ${BY_KEY}) c ON true
    WHERE h.company_id = ANY(${plannedOnce(companyIds)}::uuid[])`.execute(db)
  const companies = Map.groupBy(rows, (row) => row.company_id)
  return new Map([...companies].map(([companyId, own]) => [companyId, seenIn(own)]))
}

function seenIn(rows: readonly Row[]): Seen {
  const places = new Map(
    rows.map(({ projection, position, stopped }) => [projection ?? '', { position: position ?? 0, stopped }]),
  )
  return { head: rows[0]?.head ?? 0, places }
}
