import { hash, randomBytes } from 'node:crypto'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { openSessionLookup, type SessionLookup } from './session-lookup.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Without use; refetches of the screen are no use (promises.md, Sessions). */
const IDLE_MS = 30 * MINUTE_MS
/** From sign-in, however busy. */
const LONGEST_MS = { admin: 8 * HOUR_MS, auditor: 8 * HOUR_MS, site_incharge: 12 * HOUR_MS, supervisor: 12 * HOUR_MS }

/** Who is signed in. `epoch` is the account's at sign-in: a session of an earlier one is dead. */
export interface SignedIn {
  companyId: string
  accountId: string
  role: Role
  epoch: number
  /** Of today. */
  mobile: string | null
}

export interface LiveSession {
  /** What the cookie holds: 256 random bits, of which the database knows the hash. */
  id: string
  signedIn: SignedIn
  /** When it was last written down as used. */
  lastUsedAt: string
}

/**
 * Sessions in PostgreSQL, by a hash of their id. One query reads a session and its account: a session that was ended, is
 * idle or too old, or whose account was disabled, closed or given a new password since, is none.
 */
export class Sessions {
  readonly #db: Kysely<Database>
  readonly #lookup: SessionLookup
  constructor(db: Kysely<Database>) {
    this.#db = db
    this.#lookup = openSessionLookup(db, IDLE_MS)
  }

  async find(id: string): Promise<LiveSession | null> {
    const found = await this.#lookup(digest(id).toString('hex'))
    if (!found) return null
    const { lastUsedAt, companyId, accountId, role, epoch, mobile } = found
    return { id, signedIn: { companyId, accountId, role, epoch, mobile }, lastUsedAt }
  }

  /** Whether a session is one, without counting as use. */
  async isLive(id: string): Promise<boolean> {
    return (await this.find(id)) !== null
  }

  async begin(signedIn: SignedIn): Promise<LiveSession> {
    const id = randomBytes(32).toString('base64url')
    const now = Date.now()
    const lastUsedAt = new Date(now).toISOString()
    await this.#db
      .insertInto('sessions')
      .values({
        sid_hash: digest(id),
        company_id: signedIn.companyId,
        account_id: signedIn.accountId,
        epoch: signedIn.epoch,
        created_at: lastUsedAt,
        last_used_at: lastUsedAt,
        expires_at: new Date(now + LONGEST_MS[signedIn.role]).toISOString(),
        revoked_at: null,
        // Earlier versions kept here what the other columns and the account say.
        data: '{}',
      })
      .execute()
    return { id, signedIn, lastUsedAt }
  }

  async end(id: string): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('sid_hash', '=', digest(id))
      .where('revoked_at', 'is', null)
      .execute()
  }

  /** Counts as use, which brings no session back that has ended; written at most once a minute. */
  async touch({ id, lastUsedAt }: Pick<LiveSession, 'id' | 'lastUsedAt'>): Promise<void> {
    const now = Date.now()
    const aMinuteAgo = new Date(now - MINUTE_MS).toISOString()
    if (lastUsedAt > aMinuteAgo) return
    await this.#db
      .updateTable('sessions')
      .set({ last_used_at: new Date(now).toISOString() })
      .where('sid_hash', '=', digest(id))
      .where('last_used_at', '>', new Date(now - IDLE_MS).toISOString())
      .where('last_used_at', '<', aMinuteAgo)
      .execute()
  }
}

const digest = (id: string) => hash('sha256', id, 'buffer')
