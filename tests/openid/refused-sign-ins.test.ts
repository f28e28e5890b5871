import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import type { OpenidErrorCode } from '@ledger/contracts/http/openid-errors.ts'
import { decryptPendingSignIn, encryptPendingSignIn } from '@ledger/ledger-service/access/openid-pending-sign-in.ts'
import { openOpenidProvider } from '@ledger/ledger-service/access/openid-provider.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../environment/network/http-client.ts'
import { hireAuditor, hireFieldUser, signInAdmin } from '../environment/service/people-and-money.ts'
import { eventsAfter } from '../environment/service/read-events.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../environment/service/test-service.ts'
import { type RealProvider, startRealProvider } from './real-provider.ts'
import {
  expectOpenidRefusal,
  followProviderPages,
  newBrowserClient,
  offeredSignInWays,
  redirectLocation,
  signInWithOpenid,
  startOpenidSignIn,
} from './sign-in-steps.ts'

let provider: RealProvider
let ledger: TestService

beforeAll(async () => {
  provider = await startRealProvider()
  ledger = await startTestService({ openid: openOpenidProvider(provider) })
  provider.register(`${newBrowserClient(ledger).origin}/api/callback`)
})

afterAll(async () => {
  await ledger.close()
  await provider.close()
})

/** The admin, who would be signed in if nothing were wrong. */
beforeEach(() => {
  provider.signedInPerson = { subject: 'person-1', email: FIRST_ADMIN.email, email_verified: true }
})

/** Goes to the provider and back; `spoil` changes the callback before it is opened. */
async function spoiled(error: OpenidErrorCode, spoil: (callback: URL, client: TestClient) => void | Promise<void>) {
  const client = newBrowserClient(ledger)
  const callback = new URL(await followProviderPages(await startOpenidSignIn(client), client), client.origin)
  await spoil(callback, client)
  const before = await offeredSignInWays(ledger)
  const reply = await client.get(callback.pathname + callback.search)
  await expectOpenidRefusal(ledger, { client, reply, before, error })
}

function sealedIn(client: TestClient) {
  const pending = decryptPendingSignIn(ledger.company, client.cookies.get('oidc'), Date.now())
  if (!pending) throw new Error('The browser holds no pending sign-in')
  return pending
}

test('another state', () => spoiled('sign_in_lost', ({ searchParams }) => searchParams.set('state', 'x'.repeat(43))))
test('no state', () => spoiled('sign_in_lost', ({ searchParams }) => searchParams.delete('state')))

test('the right state and another one beside it are no request at all', async () => {
  const client = newBrowserClient(ledger)
  const callback = await followProviderPages(await startOpenidSignIn(client), client)
  const before = await offeredSignInWays(ledger)
  expect((await client.get(`${callback}&state=x`)).status).toBe(400)
  expect(await offeredSignInWays(ledger)).toEqual(before)
  expect((await client.get('/api/admin/auth')).status).toBe(401)
})

test('no cookie', () => spoiled('sign_in_lost', (_, { cookies }) => cookies.clear()))

test('a cookie that was changed in any of its bytes', async () => {
  const client = newBrowserClient(ledger)
  await startOpenidSignIn(client)
  const bytes = Buffer.from(client.cookies.get('oidc') ?? '', 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index)
    expect(decryptPendingSignIn(ledger.company, changed.toString('base64url'), Date.now())).toBeUndefined()
    expect(decryptPendingSignIn(ledger.company, bytes.subarray(0, index).toString('base64url'), 0)).toBeUndefined()
  }
  expect(sealedIn(client).state).toMatch(/^[\w-]{43}$/)
})

test('a cookie that is older than 10 minutes', () =>
  spoiled('sign_in_lost', (_, client) => {
    const pending = sealedIn(client)
    expect(pending.until - Date.now()).toBeGreaterThan(9 * 60_000)
    expect(pending.until - Date.now()).toBeLessThanOrEqual(10 * 60_000)
    const tooOld = { ...pending, until: Date.now() }
    client.cookies.set('oidc', encryptPendingSignIn(ledger.company, tooOld))
  }))

test('a cookie that is sealed with another secret', () =>
  spoiled('sign_in_lost', (_, client) => {
    client.cookies.set(
      'oidc',
      encryptPendingSignIn({ ...ledger.company, sessionSecret: 'another secret' }, sealedIn(client)),
    )
  }))

test('a callback that is replayed, with a copy of its cookie', () =>
  spoiled('sign_in_lost', async ({ pathname, search }, client) => {
    expect(redirectLocation(await client.withSameCookies().get(pathname + search))).toBe('/admin')
  }))

test("another's code under the own state", () =>
  spoiled('not_trusted', async ({ searchParams }) => {
    const other = newBrowserClient(ledger)
    const theirs = new URL(await followProviderPages(await startOpenidSignIn(other), other), other.origin)
    searchParams.set('code', theirs.searchParams.get('code') ?? '')
  }))

test('a code verifier that is not the one of the challenge', () =>
  spoiled('not_trusted', (_, client) => {
    const other = { ...sealedIn(client), verifier: 'v'.repeat(43) }
    client.cookies.set('oidc', encryptPendingSignIn(ledger.company, other))
  }))

test('another nonce than the one that left', () =>
  spoiled('not_trusted', (_, client) => {
    const other = { ...sealedIn(client), nonce: 'n'.repeat(43) }
    client.cookies.set('oidc', encryptPendingSignIn(ledger.company, other))
  }))

test('a code that the provider never gave', () =>
  spoiled('not_trusted', ({ searchParams }) => searchParams.set('code', 'made-up')))
test('no code', () => spoiled('not_trusted', ({ searchParams }) => searchParams.delete('code')))
test('an answer in the name of another issuer', () =>
  spoiled('not_trusted', ({ searchParams }) => searchParams.set('iss', 'https://evil.example')))

/** Signs in as the provider's current person, who must be refused. */
async function refusedAtTheEnd(error: OpenidErrorCode) {
  const before = await offeredSignInWays(ledger)
  const client = newBrowserClient(ledger)
  return expectOpenidRefusal(ledger, { client, reply: await signInWithOpenid(client), before, error })
}

test('a person who cancels at the provider', async () => {
  provider.signedInPerson = null
  await refusedAtTheEnd('cancelled_at_provider')
})

test('an e-mail address that the provider has not verified', async () => {
  await hireAuditor(await signInAdmin(ledger.origin), 'unverified@audit.example')
  provider.signedInPerson = { subject: 'unverified', email: 'unverified@audit.example', email_verified: false }
  const [event] = await refusedAtTheEnd('email_not_verified')
  expect(JSON.stringify(event)).not.toContain('unverified@')
})

test('an e-mail address that nobody here has', async () => {
  provider.signedInPerson = { subject: 'nobody', email: 'nobody@localhost', email_verified: true }
  await refusedAtTheEnd('email_unknown')
})

test('an incharge and a supervisor, whose e-mail address is only written down', async () => {
  const office = await signInAdmin(ledger.origin)
  for (const role of ['site_incharge', 'supervisor'] as const) {
    const email = `${role}@field.example`
    await hireFieldUser(office, role, { email })
    provider.signedInPerson = { subject: role, email, email_verified: true }
    await refusedAtTheEnd('email_unknown')
  }
})

test('a field account stays out even where its sign-in name were an e-mail address', async () => {
  const { mobile } = await hireFieldUser(await signInAdmin(ledger.origin), 'supervisor')
  await ledger.sql.query("UPDATE sign_in_names SET name = 'email:named@field.example' WHERE name = $1", [
    `mobile:${mobile}`,
  ])
  provider.signedInPerson = { subject: 'named', email: 'named@field.example', email_verified: true }
  await refusedAtTheEnd('email_unknown')
})

async function setStatus(account: string, status: 'active' | 'disabled'): Promise<void> {
  const command = { type: 'SetAccountStatus', account, role: 'auditor', status } as const
  const by = { system: SYSTEM_ACTOR }
  const now = new Date().toISOString()
  const answer = () => ({ status: 200, body: '' })
  expect((await ledger.company.log.submit({ command: { ...command, by, now }, meta: {}, answer })).status).toBe(200)
}

test('an account that is disabled, before it is linked and after', async () => {
  const email = 'disabled@audit.example'
  const { id } = await hireAuditor(await signInAdmin(ledger.origin), email)
  provider.signedInPerson = { subject: 'disabled', email, email_verified: true }
  await setStatus(id, 'disabled')
  const [event] = await refusedAtTheEnd('account_disabled')
  expect(event?.data).toMatchObject({ account: { id } })
  await setStatus(id, 'active')
  expect(redirectLocation(await signInWithOpenid(newBrowserClient(ledger)))).toBe('/admin')
  await setStatus(id, 'disabled')
  await refusedAtTheEnd('account_disabled')
})

test('whoever is given the e-mail address of a colleague who is linked', async () => {
  const email = 'passed-on@audit.example'
  const { id } = await hireAuditor(await signInAdmin(ledger.origin), email)
  provider.signedInPerson = { subject: 'first-holder', email, email_verified: true }
  expect(redirectLocation(await signInWithOpenid(newBrowserClient(ledger)))).toBe('/admin')
  provider.signedInPerson = { subject: 'second-holder', email, email_verified: true }
  const [event] = await refusedAtTheEnd('other_identity')
  expect(event?.data).toMatchObject({ account: { id } })
})

test('an address that failed too often in a minute is not looked at, and the log does not grow', async () => {
  const strict = await startTestService({ openid: openOpenidProvider(provider), limitsSignIns: true })
  try {
    for (let tries = 0; tries < 60; tries++) {
      expect(redirectLocation(await newBrowserClient(strict).get('/api/callback?code=x&state=y'))).toBe(
        '/login?error=sign_in_lost',
      )
    }
    expect(await eventsAfter(strict, 0, 'SignInRefused')).toHaveLength(60)
    const client = newBrowserClient(strict)
    const before = await offeredSignInWays(strict)
    const reply = await client.get('/api/callback?code=x&state=y')
    await expectOpenidRefusal(strict, { client, reply, before, error: 'too_many_tries' })
  } finally {
    await strict.close()
  }
})
