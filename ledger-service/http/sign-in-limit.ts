import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnownDevice, newDevice, rememberDevice } from '../access/devices.ts'
import { TooManyTries } from './errors.ts'
import type { Service } from './service.ts'

/** Wrong tries a minute from one address, whomever they are tried at. */
const WRONG_FROM_ADDRESS = 60
const MINUTE_MS = 60_000
const YEAR_SECONDS = 365 * 24 * 3600
const DEVICE = /^[\w-]{32}$/

/**
 * Makes a try to sign in, unless there were too many. A device that signed in to the account before counts for itself: a
 * stranger's wrong tries do not keep the owner out.
 * @throws TooManyTries with the seconds to wait
 */
export async function throttled<Found>(
  service: Service,
  request: FastifyRequest,
  name: string,
  attempt: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { throttle } = service
  const key = await keyFor(service, request, name)
  if (await isAddressUsedUp(service, request)) throw new TooManyTries(MINUTE_MS / 1000)
  const wait = await throttle.attempt(key)
  if (wait > 0) throw new TooManyTries(wait)
  const found = await attempt()
  if (found) await throttle.forget(key)
  else await countWrong(service, request)
  return found
}

/** Whether so many tries from this address were wrong in the last minute that no other is looked at. */
export function isAddressUsedUp({ throttle }: Service, { ip }: FastifyRequest): Promise<boolean> {
  return throttle.isUsedUp(`address ${ip}`, WRONG_FROM_ADDRESS, MINUTE_MS)
}

/** A wrong try from this address. */
export async function countWrong({ throttle }: Service, { ip }: FastifyRequest): Promise<void> {
  await throttle.count(`address ${ip}`, WRONG_FROM_ADDRESS, MINUTE_MS)
}

async function keyFor({ db }: Service, request: FastifyRequest, name: string): Promise<string> {
  const device = deviceOf(request)
  const known = device !== undefined && (await isKnownDevice(db, device, name))
  return known ? `sign-in ${name} ${device}` : `sign-in ${name}`
}

/** From now on this device is known to the account. */
export async function trust(
  { db, publicOrigin }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { companyId, accountId }: { companyId: string; accountId: string },
): Promise<void> {
  const device = deviceOf(request) ?? newDevice()
  await rememberDevice(db, device, companyId, accountId)
  const secure = publicOrigin?.startsWith('https:') ?? false
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: YEAR_SECONDS } as const
  reply.setCookie(secure ? '__Host-device' : 'device', device, cookie)
}

function deviceOf(request: FastifyRequest): string | undefined {
  const device = request.cookies['__Host-device'] ?? request.cookies.device
  return device !== undefined && DEVICE.test(device) ? device : undefined
}
