import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'

/** No more than this many queries at a time; what is asked meanwhile goes into the next one. */
const AT_ONCE = 2

/** A live session as its row says, and the account's mobile number of today. */
export interface FoundSession {
  data: string
  lastUsedAt: string
  mobile: string | null
}

interface Asked {
  digest: Buffer
  resolve: (found: FoundSession | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Looks up sessions by the hash of their id, for all requests that wait in one query: at thousands of requests a second a
 * query for each would cost more than the request. Every lookup is read after it was asked for, so a session that was
 * ended before is never found.
 */
export class SessionLookup {
  readonly #db: Kysely<Database>
  readonly #idleMs: number
  #waiting: Asked[] = []
  #running = 0

  constructor(db: Kysely<Database>, idleMs: number) {
    this.#db = db
    this.#idleMs = idleMs
  }

  /** @returns undefined for one that was ended, is idle or too old, or whose account was disabled, closed or given a new password */
  find(digest: Buffer): Promise<FoundSession | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ digest, resolve, reject })
      // Of requests that came in together, the first gathers the others.
      if (this.#running < AT_ONCE) setImmediate(() => this.#run())
    })
  }

  async #run(): Promise<void> {
    if (this.#waiting.length === 0 || this.#running >= AT_ONCE) return
    const asked = this.#waiting
    this.#waiting = []
    this.#running++
    try {
      const found = await this.#read([...new Set(asked.map(({ digest }) => digest))])
      for (const { digest, resolve } of asked) resolve(found.get(digest.toString('hex')))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    this.#running--
    void this.#run()
  }

  async #read(digests: Buffer[]): Promise<Map<string, FoundSession>> {
    const { rows } = await sql<{ sid_hash: Buffer; data: string; last_used_at: string; mobile: string | null }>`
      SELECT s.sid_hash, s.data, s.last_used_at, c.mobile FROM sessions s
      JOIN account_states a ON a.company_id = s.company_id AND a.account_id = s.account_id
      JOIN contacts c ON c.company_id = s.company_id AND c.account_id = s.account_id
      WHERE s.sid_hash = ANY(${digests}::bytea[]) AND s.revoked_at IS NULL AND s.expires_at > now()
        AND s.last_used_at > ${new Date(Date.now() - this.#idleMs).toISOString()}
        AND a.status = 'active' AND a.epoch = s.epoch`.execute(this.#db)
    return new Map(
      rows.map(({ sid_hash, data, last_used_at: lastUsedAt, mobile }) => [
        sid_hash.toString('hex'),
        { data, lastUsedAt, mobile },
      ]),
    )
  }
}
