import { HOUR_MS, MINUTE_MS } from '@ledger/contracts/dates.ts'
import { role } from '@ledger/contracts/roles.ts'
import { sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Session } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { SESSION_IDLE_MS, type SessionLookup } from './session-lookup.ts'

/** Milliseconds from the sign-in, however active the session is. */
const SESSION_LIFETIME_MS = {
  admin: 8 * HOUR_MS,
  accountant: 8 * HOUR_MS,
  auditor: 8 * HOUR_MS,
  site_incharge: 12 * HOUR_MS,
  supervisor: 12 * HOUR_MS,
}

/** The account of a session. `epoch` is the account's at sign-in: a session of an earlier epoch is invalid. */
const currentUserSchema = z.object({
  companyId: z.string(),
  accountId: z.string(),
  role,
  epoch: z.int(),
  mobile: z.string().nullable(),
})
export type CurrentUser = z.infer<typeof currentUserSchema>

declare module 'fastify' {
  interface Session {
    signedIn?: CurrentUser
    /** Set by the sign-in of this request: the store may insert only such a session. */
    isNew?: true
    /** When the row last recorded a use; undefined right after the sign-in. */
    lastUsedAt?: string
  }
}

/**
 * Stores the sessions of one company in PostgreSQL, by a hash of their id. One query reads a session and its account: a
 * session that was ended, is idle or too old, belongs to another company, or whose account was disabled, closed or
 * given a new password since, does not exist.
 */
export class PostgresSessionStore {
  readonly #db: Kysely<Database>
  readonly #companyId: string
  readonly #lookup: SessionLookup
  constructor(db: Kysely<Database>, companyId: string, lookup: SessionLookup) {
    this.#db = db
    this.#companyId = companyId
    this.#lookup = lookup
  }

  /** Returns whether the session is live, without counting as use. */
  async isLive(sessionId: string): Promise<boolean> {
    return (await this.#lookup(sha256(sessionId).toString('hex'))) !== undefined
  }

  /** Records a use, at most once a minute; this does not restore a session that has ended. */
  async touch(sessionId: string, lastUsedAt: string | undefined): Promise<void> {
    const now = Date.now()
    const aMinuteAgo = new Date(now - MINUTE_MS).toISOString()
    if (lastUsedAt !== undefined && lastUsedAt > aMinuteAgo) return
    await this.#db
      .updateTable('sessions')
      .set({ last_used_at: new Date(now).toISOString() })
      .where('sid_hash', '=', sha256(sessionId))
      .where('company_id', '=', this.#companyId)
      .where('last_used_at', '>', new Date(now - SESSION_IDLE_MS).toISOString())
      .where('last_used_at', '<', aMinuteAgo)
      .execute()
  }

  /** Returns a live session; null where there is none. */
  async find(sessionId: string): Promise<Session | null> {
    const found = await this.#lookup(sha256(sessionId).toString('hex'))
    if (!found) return null
    const session = JSON.parse(found.data)
    // The number may have changed since the sign-in, and the public id with it.
    return { ...session, signedIn: { ...session.signedIn, mobile: found.mobile }, lastUsedAt: found.lastUsedAt }
  }

  /**
   * Stores a session: only its own sign-in inserts it; later calls update the row, so that no ended session returns.
   */
  async save(sessionId: string, { isNew, ...session }: Session): Promise<void> {
    const data = JSON.stringify({ cookie: session.cookie, signedIn: session.signedIn })
    const user = currentUserSchema.safeParse(session.signedIn).data
    if (!user) return
    if (!isNew) {
      await this.#db
        .updateTable('sessions')
        .set({ data })
        .where('sid_hash', '=', sha256(sessionId))
        .where('company_id', '=', this.#companyId)
        .where('revoked_at', 'is', null)
        .execute()
      return
    }
    const now = Date.now()
    await this.#db
      .insertInto('sessions')
      .values({
        sid_hash: sha256(sessionId),
        company_id: user.companyId,
        account_id: user.accountId,
        epoch: user.epoch,
        created_at: new Date(now).toISOString(),
        last_used_at: new Date(now).toISOString(),
        expires_at: new Date(now + SESSION_LIFETIME_MS[user.role]).toISOString(),
        revoked_at: null,
        data,
      })
      .execute()
  }

  /** Ends a session. */
  async revoke(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('sid_hash', '=', sha256(sessionId))
      .where('company_id', '=', this.#companyId)
      .where('revoked_at', 'is', null)
      .execute()
  }
}
