import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { OpenidErrorCode } from '@ledger/contracts/http/openid-errors.ts'
import { expect } from 'vitest'
import { type HttpReply, TestClient } from '../environment/network/http-client.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import type { TestService } from '../environment/service/test-service.ts'

/** Returns a new browser at the ledger, by the name under which the provider sends people back. */
export const newBrowserClient = ({ origin }: TestService) => new TestClient(origin.replace('127.0.0.1', 'localhost'))

/** Starts a sign-in. @returns the address at the provider, to which the ledger sends the browser */
export async function startOpenidSignIn(client: TestClient): Promise<URL> {
  const reply = await client.get('/api/login')
  expect(reply.status).toBe(302)
  return new URL(redirectLocation(reply))
}

/** Follows the provider's pages, with cookies of their own. @returns path and query of the callback, not yet opened */
export async function followProviderPages(address: URL, ledger: TestClient): Promise<string> {
  const client = new TestClient(address.origin)
  let next = address
  for (let hops = 0; hops < 10; hops++) {
    const reply = await client.get(next.pathname + next.search)
    if (![302, 303].includes(reply.status)) throw new Error(`The provider says ${reply.status}: ${reply.text}`)
    next = new URL(redirectLocation(reply), next)
    if (next.origin === ledger.origin) return next.pathname + next.search
  }
  throw new Error('The provider never sends the browser back')
}

/** Signs in: from the ledger to the provider and back. @returns the answer to the callback */
export async function signInWithOpenid(client: TestClient): Promise<HttpReply> {
  return client.get(await followProviderPages(await startOpenidSignIn(client), client))
}

export const redirectLocation = ({ headers }: HttpReply) => headers.location ?? ''

/** The numbers that must not grow when a sign-in is refused. */
interface SignInWays {
  sessions: number
  links: number
  position: number
}

export async function offeredSignInWays(ledger: TestService): Promise<SignInWays> {
  const { rows } = await ledger.sql.query<{ sessions: number; links: number }>(
    'SELECT (SELECT count(*) FROM sessions)::int AS sessions, (SELECT count(*) FROM openid_identities)::int AS links',
  )
  const { sessions = 0, links = 0 } = rows[0] ?? {}
  return { sessions, links, position: await logEnd(ledger) }
}

/**
 * Expects that the browser is sent back with the code and has no session, that nothing was linked, and that the log has
 * the refusal.
 * @returns the event of the refusal
 */
export async function expectOpenidRefusal(
  ledger: TestService,
  {
    client,
    reply,
    before,
    error,
  }: { client: TestClient; reply: HttpReply; before: SignInWays; error: OpenidErrorCode },
): Promise<LedgerEvent[]> {
  expect([reply.status, redirectLocation(reply)]).toEqual([302, `/login?error=${error}`])
  expect(reply.headers['cache-control']).toBe('no-store')
  expect([...client.cookies.keys()]).toEqual([])
  expect((await client.get('/api/admin/auth')).status).toBe(401)
  const { sessions, links } = await offeredSignInWays(ledger)
  expect({ sessions, links }).toEqual({ sessions: before.sessions, links: before.links })
  const events = await eventsAfter(ledger, before.position)
  const isRefusal = error !== 'provider_away' && error !== 'too_many_tries'
  expect(events.map(({ type }) => type)).toEqual(isRefusal ? ['SignInRefused'] : [])
  if (isRefusal) expect(events[0]?.data).toMatchObject({ name: 'OpenID Connect', reason: error })
  return events
}
