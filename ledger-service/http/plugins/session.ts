import cookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import { publicIdFor } from '@ledger/contracts/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser, PostgresSessionStore } from '../../access/session-store.ts'
import { HttpRefusal } from '../errors.ts'

/** The web app marks its automatic requests with this header, because they must not extend a session. */
const BACKGROUND_HEADER = 'x-background'
const ACCOUNT_HEADER = 'ledger-account'

/**
 * Registers the session cookie: HttpOnly, SameSite=Strict, and over https Secure with the __Host- prefix (api.md,
 * Cookies).
 */
export async function registerSession(
  app: FastifyInstance,
  sessions: PostgresSessionStore,
  secret: string,
  origin: string | undefined,
): Promise<void> {
  const secure = origin?.startsWith('https:') ?? false
  await app.register(cookie)
  await app.register(fastifySession, {
    secret,
    store: sessions,
    cookieName: sessionCookieName(origin),
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure },
    rolling: false,
    saveUninitialized: false,
  })
  app.addHook('onResponse', async (request) => {
    const { session } = request
    if (!session?.signedIn || request.headers[BACKGROUND_HEADER] !== undefined) return
    await sessions.touch(session.sessionId, session.lastUsedAt)
  })
}

/**
 * Returns the name of the session cookie. Browsers accept a __Host- cookie only over https, and only for this one host.
 */
export function sessionCookieName(origin: string | undefined): string {
  return origin?.startsWith('https:') ? '__Host-sid' : 'sid'
}

/**
 * Returns the user who is signed in.
 * @throws HttpRefusal unauthorized without a live session
 */
export function currentUser(request: FastifyRequest): CurrentUser {
  const { signedIn } = request.session
  if (!signedIn) throw new HttpRefusal('unauthorized')
  return signedIn
}

/** Returns the account's public id, as lists show it. */
export function publicIdOfUser({ role, mobile, accountId }: CurrentUser): string {
  return mobile === null ? accountId : publicIdFor(role, mobile)
}

/**
 * Sends the account's own id, which stays when its number, and with it the public id, is changed. A phone stores unsent
 * entries under this id.
 */
export function setAccountHeader(reply: FastifyReply, accountId: string): void {
  reply.header(ACCOUNT_HEADER, accountId)
}

/**
 * Returns whether a command is for the account that is signed in; true if it names no account. A phone sends entries
 * later, and by then another user may be signed in.
 */
export function isMeantForCurrentUser(request: FastifyRequest): boolean {
  const meant = request.headers[ACCOUNT_HEADER]
  if (meant === undefined) return true
  const asker = currentUser(request)
  return meant === asker.accountId || meant === publicIdOfUser(asker)
}

/** Starts a session with a new id at sign-in; the old id becomes invalid. */
export async function startSession(request: FastifyRequest, signedIn: CurrentUser): Promise<void> {
  await request.session.regenerate()
  request.session.signedIn = signedIn
  request.session.isNew = true
  await request.session.save()
}

/**
 * Ends the session on the server, and makes the browser drop its cached answers. The browser's storage is not cleared,
 * because it can contain a field user's entries that were made without a network; the web app deletes the session's
 * data there.
 */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.session.signedIn) await request.session.destroy()
  reply.header('clear-site-data', '"cache"')
}
