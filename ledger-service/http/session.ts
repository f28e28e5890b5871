import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LiveSession, Sessions, SignedIn } from '../access/sessions.ts'
import { TurnedAway } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of whoever is signed in; null for everybody else. */
    session: LiveSession | null
  }
}

/** The web app marks what it fetches on its own: refetches of the screen do not keep a session alive. */
const BACKGROUND = 'x-background'

/** Looks up who asks. A cookie that is no session's any more is taken back. */
export async function registerSession(
  app: FastifyInstance,
  sessions: Sessions,
  origin: string | undefined,
): Promise<void> {
  const name = sessionCookieName(origin)
  await app.register(cookie)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    const id = request.cookies[name]
    if (!id) return
    request.session = await sessions.find(id)
    if (!request.session) reply.clearCookie(name, cookieOptions(origin))
  })
  app.addHook('onResponse', async ({ session, headers }) => {
    if (session && headers[BACKGROUND] === undefined) await sessions.touch(session)
  })
}

/** Browsers take a __Host- cookie only over https, and only for the whole of this one host. */
export function sessionCookieName(origin: string | undefined): string {
  return isSecure(origin) ? '__Host-sid' : 'sid'
}

/** HttpOnly, SameSite=Strict, over https Secure, and gone with the browser (api.md, Cookies). */
function cookieOptions(origin: string | undefined): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(origin) }
}

const isSecure = (origin: string | undefined) => origin?.startsWith('https:') ?? false

/** Who asks. @throws TurnedAway unauthorized without a live session */
export function askerOf({ session }: FastifyRequest): SignedIn {
  if (!session) throw new TurnedAway('unauthorized')
  return session.signedIn
}

interface SigningIn {
  sessions: Sessions
  publicOrigin: string | undefined
}

/** A new session for whoever signs in; the one that the browser had is over. */
export async function signIn(
  { sessions, publicOrigin }: SigningIn,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<void> {
  if (request.session) await sessions.end(request.session.id)
  request.session = await sessions.begin(signedIn)
  reply.setCookie(sessionCookieName(publicOrigin), request.session.id, cookieOptions(publicOrigin))
}

/** Ends the session on the server, and what the browser kept of it. */
export async function signOut(sessions: Sessions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.session) await sessions.end(request.session.id)
  request.session = null
  reply.header('clear-site-data', '"cache", "storage"')
}
