import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import type { Projection } from './projection.ts'

/** Reads are linearizable: a GET waits for the head that it found, but not longer than this (api.md). */
const LONGEST_WAIT_MS = 1000
const LOOK_AGAIN_MS = 3
/** No more than this many looks at a time; who asks meanwhile shares the next one. */
const AT_ONCE = 2

type Name = Projection['name']

/** Where the log ends and where each projection stands, by one statement: never a head from later than a position. */
interface Seen {
  head: number
  positions: ReadonlyMap<string, number>
}

export interface Freshness {
  /**
   * Waits until the named projections show everything that was acknowledged before this call.
   * @returns how many events they are still behind after the longest wait; 0 when they are fresh
   */
  wait(...projections: Name[]): Promise<number>
}

/** One for each process: whoever waits looks together with all others. */
export function openFreshness(db: Kysely<Database>, companyId: string): Freshness {
  const looks = new SharedLooks(() => look(db, companyId))

  return {
    async wait(...projections) {
      const { head, positions } = await looks.next()
      let position = slowest(positions, projections)
      for (const until = Date.now() + LONGEST_WAIT_MS; position < head && Date.now() < until; ) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
        position = slowest((await looks.next()).positions, projections)
      }
      return Math.max(0, head - position)
    },
  }
}

/** One that has no checkpoint yet has seen nothing. */
function slowest(positions: ReadonlyMap<string, number>, projections: Name[]): number {
  return Math.min(...projections.map((name) => positions.get(name) ?? 0))
}

async function look(db: Kysely<Database>, companyId: string): Promise<Seen> {
  const { rows } = await sql<{ head: number | null; projection: string | null; position: number | null }>`
    SELECT h.position AS head, c.projection, c.position
    FROM log_heads h LEFT JOIN checkpoints c ON c.company_id = h.company_id WHERE h.company_id = ${companyId}`.execute(
    db,
  )
  const positions = new Map(rows.map(({ projection, position }) => [projection ?? '', position ?? 0]))
  return { head: rows[0]?.head ?? 0, positions }
}

interface Waiter {
  resolve: (seen: Seen) => void
  reject: (error: unknown) => void
}

/** At thousands of requests a second a look for each would cost more than the request. */
class SharedLooks {
  readonly #look: () => Promise<Seen>
  #waiting: Waiter[] = []
  #running = 0

  constructor(look: () => Promise<Seen>) {
    this.#look = look
  }

  /** A look that begins after this call. */
  next(): Promise<Seen> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      // Of requests that came in together, the first gathers the others.
      if (this.#running < AT_ONCE) setImmediate(() => void this.#run())
    })
  }

  async #run(): Promise<void> {
    if (this.#waiting.length === 0 || this.#running >= AT_ONCE) return
    const waiting = this.#waiting
    this.#waiting = []
    this.#running++
    try {
      const seen = await this.#look()
      for (const { resolve } of waiting) resolve(seen)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
    this.#running--
    void this.#run()
  }
}
