import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnownDevice, newDeviceId, rememberDevice, renewDevice } from '../../../access/known-devices.ts'
import type { CompanyContext } from '../../company-context.ts'

const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600
const DEVICE_ID_PATTERN = /^[\w-]{32}$/

/** Returns the device of the request, where it has signed in to the account before. */
export async function knownDeviceFrom(
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
