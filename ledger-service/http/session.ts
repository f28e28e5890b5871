import cookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import { publicId } from '@ledger/contracts/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sessions, SignedIn } from '../access/sessions.ts'
import { TurnedAway } from './errors.ts'

/** The web app marks what it fetches on its own: refetches of the screen do not keep a session alive. */
const BACKGROUND = 'x-background'
const FOR_ACCOUNT = 'ledger-account'

/** One cookie: HttpOnly, SameSite=Strict, and over https Secure with the __Host- prefix (api.md, Cookies). */
export async function registerSession(
  app: FastifyInstance,
  sessions: Sessions,
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
    if (!session?.signedIn || request.headers[BACKGROUND] !== undefined) return
    await sessions.touch(session.sessionId, session.lastUsedAt)
  })
}

/** Browsers take a __Host- cookie only over https, and only for the whole of this one host. */
export function sessionCookieName(origin: string | undefined): string {
  return origin?.startsWith('https:') ? '__Host-sid' : 'sid'
}

/** Who asks. @throws TurnedAway unauthorized without a live session */
export function askerOf(request: FastifyRequest): SignedIn {
  const { signedIn } = request.session
  if (!signedIn) throw new TurnedAway('unauthorized')
  return signedIn
}

/** The account's public id, as lists show it. */
export function publicIdOf({ role, mobile, accountId }: SignedIn): string {
  return mobile === null ? accountId : publicId(role, mobile)
}

/**
 * Says whose session it is by the account's own id, which stays when its number, and with it the public id, is changed: a phone keeps
 * under it what is not sent yet.
 */
export function sayAccount(reply: FastifyReply, accountId: string): void {
  reply.header(FOR_ACCOUNT, accountId)
}

/**
 * Refuses a command that was meant for another account than the one signed in, where it says for whom: a phone sends later what was
 * entered now, and by then somebody else may be signed in.
 */
export function isForAsker(request: FastifyRequest): boolean {
  const meant = request.headers[FOR_ACCOUNT]
  if (meant === undefined) return true
  const asker = askerOf(request)
  return meant === asker.accountId || meant === publicIdOf(asker)
}

/** A new session id for whoever signs in; the old one is dead. */
export async function signIn(request: FastifyRequest, signedIn: SignedIn): Promise<void> {
  await request.session.regenerate()
  request.session.signedIn = signedIn
  request.session.isNew = true
  await request.session.save()
}

/**
 * Ends the session on the server, and the answers that the browser kept. Not its storage, where what a field user entered without a
 * network waits for its owner: the web app drops there what is of the session.
 */
export async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.session.signedIn) await request.session.destroy()
  reply.header('clear-site-data', '"cache"')
}
