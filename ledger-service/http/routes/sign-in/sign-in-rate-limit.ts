import { MINUTE_MS } from '@ledger/contracts/dates.ts'
import type { FastifyRequest } from 'fastify'
import type { CompanyContext } from '../../company-context.ts'
import { TooManyRequests } from '../../errors.ts'
import { clientIp, clientNetwork } from '../../requests/client-ip.ts'
import { knownDeviceFrom } from './device-cookie.ts'

/** Wrong tries a minute from one address, for any accounts. */
const MAX_WRONG_TRIES_PER_ADDRESS = 60

/**
 * Makes a try to sign in, unless there were too many. A device that signed in to the account before has its own limit:
 * a stranger's wrong tries do not lock the owner out, neither those at the account nor those from a shared address.
 * @throws TooManyRequests with the seconds to wait
 */
export async function limitSignInAttempts<Found>(
  company: CompanyContext,
  request: FastifyRequest,
  name: string,
  attempt: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { rateLimiter } = company
  const device = await knownDeviceFrom(company, request, name)
  const key = device === undefined ? `sign-in ${name}` : `sign-in ${name} ${device}`
  const wait =
    (device === undefined && (await secondsAddressMustWait(company, request))) || (await rateLimiter.countAttempt(key))
  if (wait > 0) throw new TooManyRequests('too_many_tries', wait)
  const found = await attempt()
  if (found) await rateLimiter.reset(key)
  else await countWrongTry(company, request)
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

const addressRateLimitKey = (request: FastifyRequest) => `address ${clientNetwork(clientIp(request))}`
