import type { OpenidErrorCode } from '@ledger/contracts/http/openid-errors.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { OFFICE_ROLES } from '@ledger/contracts/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailSignInName, findCredentials } from '../../../access/credential-store.ts'
import { findLinkedAccount, linkIdentity } from '../../../access/openid-identities.ts'
import {
  decryptPendingSignIn,
  encryptPendingSignIn,
  PENDING_SIGN_IN_MS,
  type PendingSignIn,
} from '../../../access/openid-pending-sign-in.ts'
import type { IdentificationRefused, IdentifiedUser, OpenidProvider } from '../../../access/openid-provider.ts'
import { openRateLimiter } from '../../../access/rate-limiter.ts'
import type { CompanyContext } from '../../company-context.ts'
import type { CompanyOrigins } from '../../company-origins.ts'
import { routeDefiner } from '../../define-route.ts'
import { type AuthenticatedAccount, recordSignIn, recordSignInRefusal } from './record-sign-in.ts'
import { countWrongTry, secondsAddressMustWait } from './sign-in-rate-limit.ts'

const SIGN_IN_SCREEN = '/login'
const OFFICE_HOME = '/admin'
/** The name in the log, where a password's sign-in has a masked name. */
const LOGGED_SIGN_IN_NAME = 'OpenID Connect'

/** A refused sign-in with its reason; `account` where the account is known. */
type RefusedOpenidSignIn = IdentificationRefused & { account?: string }

/**
 * Registers the sign-in of admins and auditors at the company's OpenID Connect provider. An account is linked, never
 * made.
 */
export function registerOpenidSignIn(
  app: FastifyInstance,
  publicOrigin: string | undefined,
  { originFor }: CompanyOrigins,
): void {
  const route = routeDefiner(app)
  const cookie = pendingCookieFor(publicOrigin)

  route('openidLogin', async ({ company, request, reply }) => {
    const openid = await company.openid()
    if (!openid) return redirectToSignIn(reply, 'no_provider')
    const origin = originFor(company.companyId, request.host)
    // The provider sends the browser back to `localhost`, where a cookie of 127.0.0.1 would not be sent.
    if (request.hostname === '127.0.0.1' && new URL(origin).hostname === 'localhost')
      return reply.redirect(origin + ROUTES.openidLogin.path)
    const begun = await openid.begin(origin + ROUTES.openidCallback.path)
    if ('refused' in begun) return refuseSignIn(company, request, reply, begun)
    reply.setCookie(cookie.name, encryptPendingSignIn(company, begun.pending), {
      ...cookie.options,
      maxAge: PENDING_SIGN_IN_MS / 1000,
    })
    return noStore(reply).redirect(begun.address)
  })

  route('openidCallback', async ({ company, request, reply }) => {
    const openid = await company.openid()
    if (!openid) return redirectToSignIn(reply, 'no_provider')
    reply.clearCookie(cookie.name, cookie.options)
    if ((await secondsAddressMustWait(company, request)) > 0)
      return refuseSignIn(company, request, reply, { refused: 'too_many_tries', reason: 'address' })
    const callback = new URL(ROUTES.openidCallback.path, originFor(company.companyId, request.host))
    callback.search = request.url.split('?').slice(1).join('?')
    const proved = await authenticate(company, openid, { callback, sealed: request.cookies[cookie.name] })
    if ('refused' in proved) return refuseSignIn(company, request, reply, proved)
    const begun = await recordSignIn(company, request, reply, { proved, via: 'openid' })
    if (!begun) return refuseSignIn(company, request, reply, refusedAsDisabled(proved))
    return noStore(reply).redirect(OFFICE_HOME)
  })
}

/**
 * Returns the cookie's name and options. SameSite=Lax, because the callback comes from another site, where a browser
 * sends no Strict cookie.
 */
function pendingCookieFor(origin: string | undefined) {
  const secure = origin?.startsWith('https:') ?? false
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return { name: secure ? '__Host-oidc' : 'oidc', options }
}

const noStore = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

/** Redirects to the screen that shows a sentence for the code. */
const redirectToSignIn = (reply: FastifyReply, refused: OpenidErrorCode) =>
  noStore(reply).redirect(`${SIGN_IN_SCREEN}?error=${refused}`)

/** Returns the account of a browser that returns from the provider with the cookie of its first redirect. */
async function authenticate(
  company: CompanyContext,
  openid: OpenidProvider,
  { callback, sealed }: { callback: URL; sealed: string | undefined },
): Promise<AuthenticatedAccount | RefusedOpenidSignIn> {
  const pending = decryptPendingSignIn(company, sealed, Date.now())
  if (!pending) return { refused: 'sign_in_lost', reason: 'no cookie, or one that is too old' }
  if (!(await isFirstUse(company, pending))) return { refused: 'sign_in_lost', reason: 'used before' }
  if (callback.searchParams.get('state') !== pending.state) return { refused: 'sign_in_lost', reason: 'another state' }
  const identified = await openid.finish(callback, pending)
  return 'refused' in identified ? identified : accountForIdentity(company, identified)
}

/**
 * Returns whether the callback is the first for this sign-in. It is counted on the server, for all its processes: a
 * copy of the cookie is useless after the callback.
 */
async function isFirstUse(
  { db, companyId, sessionSecret }: CompanyContext,
  { state }: PendingSignIn,
): Promise<boolean> {
  return (
    (await openRateLimiter(db, companyId, sessionSecret).countInWindow(`openid ${state}`, 1, PENDING_SIGN_IN_MS)) === 0
  )
}

/**
 * Returns the linked account; for an identity that is not linked, the admin or auditor with its verified e-mail
 * address.
 */
async function accountForIdentity(
  { db, companyId }: CompanyContext,
  { identity, verifiedEmail }: IdentifiedUser,
): Promise<AuthenticatedAccount | RefusedOpenidSignIn> {
  const linked = await findLinkedAccount(db, companyId, identity)
  // The ledger, which records the sign-in, refuses a disabled account.
  if (linked) return linked
  const email = await verifiedEmail()
  if (typeof email !== 'string') return email
  const account = await findCredentials(db, companyId, emailSignInName(email))
  if (!account || !OFFICE_ROLES.includes(account.role))
    return { refused: 'email_unknown', reason: 'no account with this e-mail address' }
  if (account.status !== 'active') return refusedAsDisabled(account)
  if (await linkIdentity(db, identity, account)) return account
  return { refused: 'other_identity', reason: 'linked to another subject', account: account.account_id }
}

function refusedAsDisabled({ account_id: account }: { account_id: string }): RefusedOpenidSignIn {
  return { refused: 'account_disabled', reason: 'disabled', account }
}

/** An unavailable provider and a throttled try are not recorded as refused sign-ins. */
const UNRECORDED_REFUSALS: readonly OpenidErrorCode[] = ['provider_away', 'too_many_tries']

/** Redirects to the screen, with a code that it has a sentence for. */
async function refuseSignIn(
  company: CompanyContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { refused, reason, account }: RefusedOpenidSignIn,
): Promise<FastifyReply> {
  request.log.warn({ refused, reason }, 'openid sign-in')
  if (!UNRECORDED_REFUSALS.includes(refused)) {
    await countWrongTry(company, request)
    await recordSignInRefusal(company, request, { account, name: LOGGED_SIGN_IN_NAME, reason: refused })
  }
  return redirectToSignIn(reply, refused)
}
