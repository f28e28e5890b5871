import { randomBytes } from 'node:crypto'
import cookie, { Signer } from '@fastify/cookie'
import fastifySession, { type SessionStore } from '@fastify/session'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser, PostgresSessionStore } from '../../access/session-store.ts'
import { HttpRefusal } from '../errors.ts'

/** The web app marks its automatic requests with this header, because they must not extend a session. */
const BACKGROUND_HEADER = 'x-background'
const ACCOUNT_HEADER = 'ledger-account'

/**
 * Registers the session cookie: HttpOnly, SameSite=Strict, and over https Secure with the __Host- prefix (api.md,
 * Cookies). The plugin passes ids to its signer and its store, but no request. So, to the plugin, each id is the
 * company of the request and the signed cookie (`scopeToCompany`), and the store is that company's. The signature stays
 * beside the id, because the plugin asks for it again after it was checked.
 * @param sessionsOf returns the sessions of an open company
 */
export async function registerSession(
  app: FastifyInstance,
  sessionsOf: (companyId: string) => PostgresSessionStore,
  secret: string,
  origin: string | undefined,
): Promise<void> {
  const secure = origin?.startsWith('https:') ?? false
  const cookieName = sessionCookieName(origin)
  const signer = new Signer(secret)
  await app.register(cookie)
  app.addHook('onRequest', ({ cookies, company }, _reply, done) => {
    const sent = cookies[cookieName]
    // At no company there is no session.
    cookies[cookieName] = company && sent && scopeToCompany(company.companyId, sent)
    done()
  })
  await app.register(fastifySession, {
    secret: {
      sign: (scoped) => splitScope(scoped).signedCookie,
      unsign(scoped) {
        const { valid, renew } = signer.unsign(splitScope(scoped).signedCookie)
        return { valid, renew, value: valid ? scoped : null }
      },
    },
    store: storeByCompany(sessionsOf),
    idGenerator: (request) => scopeToCompany(request?.company?.companyId ?? '', signer.sign(newSessionId())),
    cookieName,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure },
    rolling: false,
    saveUninitialized: false,
  })
  app.addHook('onRequest', ({ cookies }, _reply, done) => {
    const scoped = cookies[cookieName]
    cookies[cookieName] = scoped && splitScope(scoped).signedCookie
    done()
  })
  app.addHook('onResponse', async (request) => {
    const { session, company } = request
    if (!company || !session?.signedIn || request.headers[BACKGROUND_HEADER] !== undefined) return
    await company.sessions.touch(sessionIdOf(request), session.lastUsedAt)
  })
}

const SESSION_ID_BYTES = 24
const newSessionId = () => randomBytes(SESSION_ID_BYTES).toString('base64url')

/** Returns the id of a session as the plugin sees it. A company's id has no space. */
const scopeToCompany = (companyId: string, signedCookie: string) => `${companyId} ${signedCookie}`

function splitScope(scoped: string): { companyId: string; signedCookie: string } {
  const at = scoped.indexOf(' ')
  return { companyId: scoped.slice(0, at), signedCookie: scoped.slice(at + 1) }
}

const idInCookie = (signedCookie: string) => signedCookie.slice(0, signedCookie.lastIndexOf('.'))

function storeByCompany(sessionsOf: (companyId: string) => PostgresSessionStore): SessionStore {
  function run<Found>(
    scoped: string,
    work: (sessions: PostgresSessionStore, sessionId: string) => Promise<Found>,
    callback: (error: unknown, found?: Found) => void,
  ): void {
    const { companyId, signedCookie } = splitScope(scoped)
    // The company of a client that has gone may be closed: that, too, is an error for the callback.
    const working = (async () => work(sessionsOf(companyId), idInCookie(signedCookie)))()
    working.then((found) => callback(null, found), callback)
  }
  return {
    get: (scoped, callback) => run(scoped, (sessions, id) => sessions.find(id), callback),
    set: (scoped, session, callback) => run(scoped, (sessions, id) => sessions.save(id, session), callback),
    destroy: (scoped, callback) => run(scoped, (sessions, id) => sessions.revoke(id), callback),
  }
}

/** Returns the id of the request's session, as its cookie has it. */
export function sessionIdOf({ session }: FastifyRequest): string {
  return idInCookie(splitScope(session.sessionId).signedCookie)
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
