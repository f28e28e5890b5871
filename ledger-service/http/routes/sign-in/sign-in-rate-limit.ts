import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnownDevice, newDeviceId, rememberDevice, renewDevice } from '../../../access/known-devices.ts'
import type { CompanyContext } from '../../company-context.ts'
import { TooManyRequests } from '../../errors.ts'
import { clientIp, rateLimitKey } from '../../requests/client-ip.ts'

/** Wrong tries a minute from one address, for any accounts. */
const MAX_WRONG_TRIES_PER_ADDRESS = 60
const MINUTE_MS = 60_000
const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600
const DEVICE_ID_PATTERN = /^[\w-]{32}$/

/**
 * Makes a try to sign in, unless there were too many. A device that signed in to the account before has its own limit:
 * a stranger's wrong tries do not lock the owner out, neither those at the account nor those from a shared address.
 * @throws TooManyRequests with the seconds to wait
 */
export async function limitSignInAttempts<Found>(
  service: CompanyContext,
  request: FastifyRequest,
  name: string,
  attempt: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { rateLimiter } = service
  const device = await knownDeviceFrom(service, request, name)
  const key = device === undefined ? `sign-in ${name}` : `sign-in ${name} ${device}`
  const wait =
    (device === undefined && (await secondsAddressMustWait(service, request))) || (await rateLimiter.countAttempt(key))
  if (wait > 0) throw new TooManyRequests('too_many_tries', wait)
  const found = await attempt()
  if (found) await rateLimiter.reset(key)
  else await countWrongTry(service, request)
  return found
}

/**
 * Returns the seconds during which tries from this address are refused, because too many were wrong in the last minute;
 * else 0.
 */
export function secondsAddressMustWait({ rateLimiter }: CompanyContext, request: FastifyRequest): Promise<number> {
  return rateLimiter.secondsUntilAllowed(addressRateLimitKey(request), MAX_WRONG_TRIES_PER_ADDRESS, MINUTE_MS)
}

/** Counts a wrong try from this address. */
export async function countWrongTry({ rateLimiter }: CompanyContext, request: FastifyRequest): Promise<void> {
  await rateLimiter.countInWindow(addressRateLimitKey(request), MAX_WRONG_TRIES_PER_ADDRESS, MINUTE_MS)
}

const addressRateLimitKey = (request: FastifyRequest) => `address ${rateLimitKey(clientIp(request))}`

/** Returns the device of the request, where it has signed in to the account before. */
async function knownDeviceFrom(
  { db, companyId, publicOrigin }: CompanyContext,
  request: FastifyRequest,
  name: string,
): Promise<string | undefined> {
  const device = deviceFromCookie(request, publicOrigin)
  return device !== undefined && (await isKnownDevice(db, companyId, device, name)) ? device : undefined
}

/**
 * Records this device as known to the account. It keeps its id where the account knows it already; any other device
 * gets a new id, because an attacker who put the sent id into the browser would then be known, too.
 */
export async function trustDevice(
  { db, publicOrigin }: CompanyContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { companyId, accountId }: { companyId: string; accountId: string },
): Promise<void> {
  const sent = deviceFromCookie(request, publicOrigin)
  const isKnown = sent !== undefined && (await renewDevice(db, sent, companyId, accountId))
  const device = isKnown ? sent : newDeviceId()
  if (!isKnown) await rememberDevice(db, device, companyId, accountId)
  const { name, secure } = cookieFor(publicOrigin)
  reply.setCookie(name, device, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: DEVICE_COOKIE_SECONDS,
  })
}

/**
 * Returns the cookie's name. Over https a cookie of the other name is not ours: a neighbouring host, or plain http, can
 * set it.
 */
function cookieFor(publicOrigin: string | undefined): { name: string; secure: boolean } {
  const secure = publicOrigin?.startsWith('https:') ?? false
  return { name: secure ? '__Host-device' : 'device', secure }
}

function deviceFromCookie(request: FastifyRequest, publicOrigin: string | undefined): string | undefined {
  const device = request.cookies[cookieFor(publicOrigin).name]
  return device !== undefined && DEVICE_ID_PATTERN.test(device) ? device : undefined
}
