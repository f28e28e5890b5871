import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnownDevice, newDevice, rememberDevice, renewDevice } from '../access/devices.ts'
import { addressOf, customerAt } from './address.ts'
import { TooMany } from './errors.ts'
import type { Service } from './service.ts'

/** Wrong tries a minute from one address, for any accounts. */
const WRONG_FROM_ADDRESS = 60
const MINUTE_MS = 60_000
const YEAR_SECONDS = 365 * 24 * 3600
const DEVICE = /^[\w-]{32}$/

/**
 * Makes a try to sign in, unless there were too many. A device that signed in to the account before has its own limit:
 * a stranger's wrong tries do not lock the owner out, neither those at the account nor those from a shared address.
 * @throws TooMany with the seconds to wait
 */
export async function throttled<Found>(
  service: Service,
  request: FastifyRequest,
  name: string,
  attempt: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { throttle } = service
  const device = await knownDevice(service, request, name)
  const key = device === undefined ? `sign-in ${name}` : `sign-in ${name} ${device}`
  const wait = (device === undefined && (await addressWait(service, request))) || (await throttle.attempt(key))
  if (wait > 0) throw new TooMany('too_many_tries', wait)
  const found = await attempt()
  if (found) await throttle.forget(key)
  else await countWrong(service, request)
  return found
}

/**
 * Returns the seconds during which tries from this address are refused, because too many were wrong in the last minute;
 * else 0.
 */
export function addressWait({ throttle }: Service, request: FastifyRequest): Promise<number> {
  return throttle.wait(addressKey(request), WRONG_FROM_ADDRESS, MINUTE_MS)
}

/** Counts a wrong try from this address. */
export async function countWrong({ throttle }: Service, request: FastifyRequest): Promise<void> {
  await throttle.count(addressKey(request), WRONG_FROM_ADDRESS, MINUTE_MS)
}

const addressKey = (request: FastifyRequest) => `address ${customerAt(addressOf(request))}`

/** Returns the device of the request, where it has signed in to the account before. */
async function knownDevice(
  { db, companyId, publicOrigin }: Service,
  request: FastifyRequest,
  name: string,
): Promise<string | undefined> {
  const device = deviceOf(request, publicOrigin)
  return device !== undefined && (await isKnownDevice(db, companyId, device, name)) ? device : undefined
}

/**
 * Records this device as known to the account. It keeps its id where the account knows it already; any other device
 * gets a new id, because an attacker who put the sent id into the browser would then be known, too.
 */
export async function trust(
  { db, publicOrigin }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { companyId, accountId }: { companyId: string; accountId: string },
): Promise<void> {
  const sent = deviceOf(request, publicOrigin)
  const isKnown = sent !== undefined && (await renewDevice(db, sent, companyId, accountId))
  const device = isKnown ? sent : newDevice()
  if (!isKnown) await rememberDevice(db, device, companyId, accountId)
  const { name, secure } = cookieFor(publicOrigin)
  reply.setCookie(name, device, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: YEAR_SECONDS })
}

/**
 * Returns the cookie's name. Over https a cookie of the other name is not ours: a neighbouring host, or plain http, can
 * set it.
 */
function cookieFor(publicOrigin: string | undefined): { name: string; secure: boolean } {
  const secure = publicOrigin?.startsWith('https:') ?? false
  return { name: secure ? '__Host-device' : 'device', secure }
}

function deviceOf(request: FastifyRequest, publicOrigin: string | undefined): string | undefined {
  const device = request.cookies[cookieFor(publicOrigin).name]
  return device !== undefined && DEVICE.test(device) ? device : undefined
}
