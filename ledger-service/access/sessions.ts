import type { SessionStore } from '@fastify/session'
import { role } from '@ledger/contracts/roles.ts'
import { sha256 } from '@ledger/database/digests.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Session } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { IDLE_MS, type SessionLookup } from './session-lookup.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** From sign-in, however busy. */
const LONGEST_MS = { admin: 8 * HOUR_MS, auditor: 8 * HOUR_MS, site_incharge: 12 * HOUR_MS, supervisor: 12 * HOUR_MS }

/** Who is signed in. `epoch` is the account's at sign-in: a session of an earlier one is dead. */
const signedIn = z.object({
  companyId: z.string(),
  accountId: z.string(),
  role,
  epoch: z.int(),
  mobile: z.string().nullable(),
})
export type SignedIn = z.infer<typeof signedIn>

declare module 'fastify' {
  interface Session {
    signedIn?: SignedIn
    /** Made by this request's sign-in: the only session that the store may insert. */
    isNew?: true
    /** When it was last written down as used; undefined right after the sign-in. */
    lastUsedAt?: string
  }
}

/**
 * The sessions of one company in PostgreSQL, by a hash of their id. One query reads a session and its account: a session that was ended, is
 * idle or too old, or whose account was disabled, closed or given a new password since, is none, and so is another company's.
 */
export class Sessions implements SessionStore {
  readonly #db: Kysely<Database>
  readonly #companyId: string
  readonly #lookup: SessionLookup
  constructor(db: Kysely<Database>, companyId: string, lookup: SessionLookup) {
    this.#db = db
    this.#companyId = companyId
    this.#lookup = lookup
  }

  get(sessionId: string, callback: (error: unknown, session?: Session | null) => void): void {
    this.#find(sessionId).then((session) => callback(null, session), callback)
  }

  set(sessionId: string, session: Session, callback: (error?: unknown) => void): void {
    this.#save(sessionId, session).then(() => callback(), callback)
  }

  destroy(sessionId: string, callback: (error?: unknown) => void): void {
    this.#revoke(sessionId).then(() => callback(), callback)
  }

  /** Whether a session is one, without counting as use. */
  async isLive(sessionId: string): Promise<boolean> {
    return (await this.#lookup(sha256(sessionId).toString('hex'))) !== undefined
  }

  /** Counts as use, which brings no session back that has ended; written at most once a minute. */
  async touch(sessionId: string, lastUsedAt: string | undefined): Promise<void> {
    const now = Date.now()
    const aMinuteAgo = new Date(now - MINUTE_MS).toISOString()
    if (lastUsedAt !== undefined && lastUsedAt > aMinuteAgo) return
    await this.#db
      .updateTable('sessions')
      .set({ last_used_at: new Date(now).toISOString() })
      .where('sid_hash', '=', sha256(sessionId))
      .where('company_id', '=', this.#companyId)
      .where('last_used_at', '>', new Date(now - IDLE_MS).toISOString())
      .where('last_used_at', '<', aMinuteAgo)
      .execute()
  }

  async #find(sessionId: string): Promise<Session | null> {
    const found = await this.#lookup(sha256(sessionId).toString('hex'))
    if (!found) return null
    const session = JSON.parse(found.data)
    // The number may have changed since the sign-in, and with it the public id.
    return { ...session, signedIn: { ...session.signedIn, mobile: found.mobile }, lastUsedAt: found.lastUsedAt }
  }

  /** A session is inserted only by its own sign-in; else it is changed where it stands, so that none comes back to life. */
  async #save(sessionId: string, { isNew, ...session }: Session): Promise<void> {
    const data = JSON.stringify({ cookie: session.cookie, signedIn: session.signedIn })
    const user = signedIn.safeParse(session.signedIn).data
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
        expires_at: new Date(now + LONGEST_MS[user.role]).toISOString(),
        revoked_at: null,
        data,
      })
      .execute()
  }

  async #revoke(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('sid_hash', '=', sha256(sessionId))
      .where('company_id', '=', this.#companyId)
      .where('revoked_at', 'is', null)
      .execute()
  }
}
