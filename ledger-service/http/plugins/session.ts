import cookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import { publicIdFor } from '@ledger/contracts/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser, PostgresSessionStore } from '../../access/session-store.ts'
import { HttpRefusal } from '../errors.ts'

/** The web app marks what it fetches on its own: refetches of the screen do not keep a session alive. */
const BACKGROUND_HEADER = 'x-background'
const ACCOUNT_HEADER = 'ledger-account'

/** One cookie: HttpOnly, SameSite=Strict, and over https Secure with the __Host- prefix (api.md, Cookies). */
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

/** Browsers take a __Host- cookie only over https, and only for the whole of this one host. */
export function sessionCookieName(origin: string | undefined): string {
  return origin?.startsWith('https:') ? '__Host-sid' : 'sid'
}

/** Who asks. @throws HttpRefusal unauthorized without a live session */
export function currentUser(request: FastifyRequest): CurrentUser {
  const { signedIn } = request.session
  if (!signedIn) throw new HttpRefusal('unauthorized')
  return signedIn
}

/** The account's public id, as lists show it. */
export function publicIdOfUser({ role, mobile, accountId }: CurrentUser): string {
  return mobile === null ? accountId : publicIdFor(role, mobile)
}

/**
 * Says whose session it is by the account's own id, which stays when its number, and with it the public id, is changed: a phone keeps
 * under it what is not sent yet.
 */
export function setAccountHeader(reply: FastifyReply, accountId: string): void {
  reply.header(ACCOUNT_HEADER, accountId)
}

/**
 * Refuses a command that was meant for another account than the one signed in, where it says for whom: a phone sends later what was
 * entered now, and by then somebody else may be signed in.
 */
export function isMeantForCurrentUser(request: FastifyRequest): boolean {
  const meant = request.headers[ACCOUNT_HEADER]
  if (meant === undefined) return true
  const asker = currentUser(request)
  return meant === asker.accountId || meant === publicIdOfUser(asker)
}

/** A new session id for whoever signs in; the old one is dead. */
export async function startSession(request: FastifyRequest, signedIn: CurrentUser): Promise<void> {
  await request.session.regenerate()
  request.session.signedIn = signedIn
  request.session.isNew = true
  await request.session.save()
}

/**
 * Ends the session on the server, and the answers that the browser kept. Not its storage, where what a field user entered without a
 * network waits for its owner: the web app drops there what is of the session.
 */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.session.signedIn) await request.session.destroy()
  reply.header('clear-site-data', '"cache"')
}
