import type { OpenidRefusal } from '@ledger/contracts/openid.ts'
import { OFFICE_ROLES } from '@ledger/contracts/roles.ts'
import { ROUTES } from '@ledger/contracts/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailName, findCredentials } from '../access/credentials.ts'
import { findLinked, linkIdentity } from '../access/openid-identities.ts'
import { openPending, PENDING_MS, type Pending, sealPending } from '../access/openid-pending.ts'
import type { Identified, NotIdentified, OpenidProvider } from '../access/openid-provider.ts'
import { openThrottle } from '../access/throttle.ts'
import type { Facing } from './facing.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { addressWait, countWrong } from './sign-in-limit.ts'
import { beginSession, type Proved, recordRefusal } from './sign-in-record.ts'

const SIGN_IN_SCREEN = '/login'
const HOME = '/admin'
/** The name in the log, where a password's sign-in has a masked name. */
const SHOWN = 'OpenID Connect'

/** A refused sign-in with its reason; `account` where the account is known. */
type NotProved = NotIdentified & { account?: string }

/**
 * Registers the sign-in of admins and auditors at the company's OpenID Connect provider. An account is linked, never
 * made.
 */
export function registerOpenid(app: FastifyInstance, service: Service, { origins }: Facing): void {
  const route = routes(app, service)
  const cookie = cookieFor(service.publicOrigin)

  route('openidLogin', async ({ request, reply }) => {
    const openid = await service.openid()
    if (!openid) return turnBack(reply, 'no_provider')
    const origin = origins().at(request.host)
    // The provider sends the browser back to `localhost`, where a cookie of 127.0.0.1 would not be sent.
    if (request.hostname === '127.0.0.1' && new URL(origin).hostname === 'localhost')
      return reply.redirect(origin + ROUTES.openidLogin.path)
    const begun = await openid.begin(origin + ROUTES.openidCallback.path)
    if ('refused' in begun) return turnAway(service, request, reply, begun)
    reply.setCookie(cookie.name, sealPending(service, begun.pending), {
      ...cookie.options,
      maxAge: PENDING_MS / 1000,
    })
    return noStore(reply).redirect(begun.address)
  })

  route('openidCallback', async ({ request, reply }) => {
    const openid = await service.openid()
    if (!openid) return turnBack(reply, 'no_provider')
    reply.clearCookie(cookie.name, cookie.options)
    if ((await addressWait(service, request)) > 0)
      return turnAway(service, request, reply, { refused: 'too_many_tries', reason: 'address' })
    const callback = new URL(ROUTES.openidCallback.path, origins().at(request.host))
    callback.search = request.url.split('?').slice(1).join('?')
    const proved = await prove(service, openid, { callback, sealed: request.cookies[cookie.name] })
    if ('refused' in proved) return turnAway(service, request, reply, proved)
    const begun = await beginSession(service, request, reply, { proved, via: 'openid' })
    if (!begun) return turnAway(service, request, reply, disabled(proved))
    return noStore(reply).redirect(HOME)
  })
}

/**
 * Returns the cookie's name and options. SameSite=Lax, because the callback comes from another site, where a browser
 * sends no Strict cookie.
 */
function cookieFor(origin: string | undefined) {
  const secure = origin?.startsWith('https:') ?? false
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return { name: secure ? '__Host-oidc' : 'oidc', options }
}

const noStore = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

/** Redirects to the screen that shows a sentence for the code. */
const turnBack = (reply: FastifyReply, refused: OpenidRefusal) =>
  noStore(reply).redirect(`${SIGN_IN_SCREEN}?error=${refused}`)

/** Returns the account of a browser that returns from the provider with the cookie of its first redirect. */
async function prove(
  service: Service,
  openid: OpenidProvider,
  { callback, sealed }: { callback: URL; sealed: string | undefined },
): Promise<Proved | NotProved> {
  const pending = openPending(service, sealed, Date.now())
  if (!pending) return { refused: 'sign_in_lost', reason: 'no cookie, or one that is too old' }
  if (!(await isFirstUse(service, pending))) return { refused: 'sign_in_lost', reason: 'used before' }
  if (callback.searchParams.get('state') !== pending.state) return { refused: 'sign_in_lost', reason: 'another state' }
  const identified = await openid.finish(callback, pending)
  return 'refused' in identified ? identified : accountOf(service, identified)
}

/**
 * Returns whether the callback is the first for this sign-in. It is counted on the server, for all its processes: a
 * copy of the cookie is useless after the callback.
 */
async function isFirstUse({ db, companyId, sessionSecret }: Service, { state }: Pending): Promise<boolean> {
  return (await openThrottle(db, companyId, sessionSecret).count(`openid ${state}`, 1, PENDING_MS)) === 0
}

/**
 * Returns the linked account; for an identity that is not linked, the admin or auditor with its verified e-mail
 * address.
 */
async function accountOf(
  { db, companyId }: Service,
  { identity, verifiedEmail }: Identified,
): Promise<Proved | NotProved> {
  const linked = await findLinked(db, companyId, identity)
  // The ledger, which records the sign-in, refuses a disabled account.
  if (linked) return linked
  const email = await verifiedEmail()
  if (typeof email !== 'string') return email
  const account = await findCredentials(db, companyId, emailName(email))
  if (!account || !OFFICE_ROLES.includes(account.role))
    return { refused: 'email_unknown', reason: 'nobody with this e-mail address' }
  if (account.status !== 'active') return disabled(account)
  if (await linkIdentity(db, identity, account)) return account
  return { refused: 'other_identity', reason: 'linked to another subject', account: account.account_id }
}

function disabled({ account_id: account }: { account_id: string }): NotProved {
  return { refused: 'account_disabled', reason: 'disabled', account }
}

/** An unavailable provider and a throttled try are not recorded as refused sign-ins. */
const NO_REFUSALS: readonly OpenidRefusal[] = ['provider_away', 'too_many_tries']

/** Redirects to the screen, with a code that it has a sentence for. */
async function turnAway(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { refused, reason, account }: NotProved,
): Promise<FastifyReply> {
  request.log.warn({ refused, reason }, 'openid sign-in')
  if (!NO_REFUSALS.includes(refused)) {
    await countWrong(service, request)
    await recordRefusal(service, request, { account, name: SHOWN, reason: refused })
  }
  return turnBack(reply, refused)
}
