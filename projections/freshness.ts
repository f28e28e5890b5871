import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import type { Projection } from './projection.ts'

/** Reads are linearizable: a GET waits for the head that it found, but not longer than this (api.md). */
const LONGEST_WAIT_MS = 1000
const LOOK_AGAIN_MS = 3

type Name = Projection['name']
interface Waiter {
  head: number
  until: number
  resolve: (lag: number) => void
  reject: (error: unknown) => void
}

export interface Freshness {
  /**
   * Waits until the named projections show everything that was acknowledged before this call.
   * @returns how many events they are still behind after the longest wait; 0 when they are fresh
   */
  wait(...projections: Name[]): Promise<number>
}

/** One for each process: those who wait for the same projections look together. */
export function openFreshness(db: Kysely<Database>, companyId: string): Freshness {
  const waiting = new Map<string, Waiter[]>()

  async function wait(...projections: Name[]): Promise<number> {
    const { head, position } = await look(projections)
    if (position >= head) return 0
    return new Promise((resolve, reject) => {
      const key = projections.join()
      const waiters = waiting.get(key)
      const waiter = { head, until: Date.now() + LONGEST_WAIT_MS, resolve, reject }
      if (waiters) waiters.push(waiter)
      else {
        waiting.set(key, [waiter])
        setTimeout(lookAgain, LOOK_AGAIN_MS, key, projections)
      }
    })
  }

  async function lookAgain(key: string, projections: Name[]): Promise<void> {
    const waiters = waiting.get(key) ?? []
    try {
      const { position } = await look(projections)
      const now = Date.now()
      const rest = waiters.filter((waiter) => position < waiter.head && now < waiter.until)
      for (const waiter of waiters) if (!rest.includes(waiter)) waiter.resolve(Math.max(0, waiter.head - position))
      waiting.set(key, rest)
    } catch (error) {
      for (const waiter of waiters) waiter.reject(error)
      waiting.set(key, [])
    }
    if (waiting.get(key)?.length) setTimeout(lookAgain, LOOK_AGAIN_MS, key, projections)
    else waiting.delete(key)
  }

  async function look(projections: Name[]): Promise<{ head: number; position: number }> {
    const { rows } = await sql<{ head: number; position: number; seen: number }>`
      SELECT coalesce((SELECT position FROM log_heads WHERE company_id = ${companyId}), 0) AS head,
        coalesce(min(position), 0) AS position, count(*) AS seen
      FROM checkpoints WHERE company_id = ${companyId} AND projection = ANY(${projections}::text[])`.execute(db)
    const row = rows[0]
    if (!row) throw new Error('The checkpoints could not be read')
    return { head: row.head, position: row.seen < projections.length ? 0 : row.position }
  }

  return { wait }
}
