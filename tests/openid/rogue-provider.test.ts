import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { openOpenidProvider } from '@ledger/ledger-service/access/openid-provider.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { firstUnlessFullRun } from '../environment/full-run.ts'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../environment/service/test-service.ts'
import { type RogueIdToken, type RogueProvider, startRogueProvider } from './rogue-provider.ts'
import {
  expectOpenidRefusal,
  newBrowserClient,
  offeredSignInWays,
  redirectLocation,
  startOpenidSignIn,
} from './sign-in-steps.ts'

/** A provider of our own, honest but for one lie in each test: the ledger must detect each. */

let rogue: RogueProvider
let ledger: TestService

beforeAll(async () => {
  rogue = await startRogueProvider(FIRST_ADMIN.email)
  ledger = await startTestService({ openid: openOpenidProvider(rogue) })
})

afterEach(async () => {
  rogue.lies = {}
  await ledger.sql.query('DELETE FROM openid_identities')
})

afterAll(async () => {
  await ledger.close()
  await rogue.close()
})

/** The callback as the provider would send it. */
async function comeBack(client: TestClient, extra: Record<string, string> = {}): Promise<string> {
  const { searchParams } = await startOpenidSignIn(client)
  rogue.nonce = searchParams.get('nonce') ?? ''
  return `/api/callback?${new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '', ...extra })}`
}

async function refused(error: Parameters<typeof expectOpenidRefusal>[1]['error'], extra?: Record<string, string>) {
  const client = newBrowserClient(ledger)
  const callback = await comeBack(client, extra)
  const before = await offeredSignInWays(ledger)
  await expectOpenidRefusal(ledger, { client, reply: await client.get(callback), before, error })
}

test('when it does not lie, the admin signs in, with the claims of the ID token alone', async () => {
  const client = newBrowserClient(ledger)
  expect(redirectLocation(await client.get(await comeBack(client)))).toBe('/admin')
  expect(expectBody(await client.get('/api/admin/auth'), 200, ROUTES.adminAuth.answer).email).toBe(FIRST_ADMIN.email)
  expect((await offeredSignInWays(ledger)).links).toBe(1)
})

const hour = 3600
const claims = (lies: (honest: Record<string, unknown>) => Record<string, unknown>) => (honest: RogueIdToken) => ({
  ...honest,
  claims: { ...honest.claims, ...lies(honest.claims) },
})

const LIES: Record<string, (honest: RogueIdToken) => RogueIdToken> = {
  'another nonce': claims(() => ({ nonce: 'another' })),
  'no nonce': claims(() => ({ nonce: undefined })),
  'a token for another client': claims(() => ({ aud: 'another-client' })),
  'a token for no client': claims(() => ({ aud: undefined })),
  'a token for two clients, given to the other': claims(({ aud }) => ({ aud: [aud, 'another'], azp: 'another' })),
  'another issuer': claims(() => ({ iss: 'https://accounts.example.com' })),
  'an issuer that only begins the same': claims(({ iss }) => ({ iss: `${iss}.evil.example` })),
  'a token that has expired': claims(({ exp, iat }) => ({ exp: Number(exp) - hour, iat: Number(iat) - hour })),
  'a token that never expires': claims(() => ({ exp: undefined })),
  'a token of the future': claims(({ iat }) => ({ nbf: Number(iat) + hour })),
  nobody: claims(() => ({ sub: undefined })),
  'an empty subject': claims(() => ({ sub: '' })),
  'a subject that is a number': claims(() => ({ sub: 7 })),
  'no signature, and it says so': (honest) => ({ ...honest, header: { alg: 'none' }, signature: 'none' }),
  'no signature, and it says RS256': (honest) => ({ ...honest, signature: 'none' }),
  'a signature by another key': (honest) => ({ ...honest, signature: 'forged' }),
  'a signature by a key that the provider does not have': (honest) => ({
    ...honest,
    header: { alg: 'RS256', kid: 'unknown' },
    signature: 'forged',
  }),
  'an HMAC': (honest) => ({ ...honest, header: { alg: 'HS256' }, signature: 'hmac' }),
  'a header that asks for something critical': (honest) => ({
    ...honest,
    header: { ...honest.header, crit: ['x'], x: 1 },
  }),
}

for (const [lie, token] of Object.entries(LIES)) {
  test(`not trusted: ${lie}`, async () => {
    rogue.lies = { token }
    await refused('not_trusted')
  })
}

test('not trusted: no ID token at all', async () => {
  rogue.lies = {
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: 'opaque', token_type: 'Bearer' })),
  }
  await refused('not_trusted')
})

test('not trusted: an answer in the name of another issuer', () =>
  refused('not_trusted', { iss: 'https://evil.example' }))

for (const [what, lies] of Object.entries({
  'no word about it': { email_verified: undefined },
  'it is not': { email_verified: false },
  'a text that says true': { email_verified: 'true' },
  'no address': { email: undefined },
  'a letter that becomes another in lower case (U+212A, the Kelvin sign)': { email: 'admin@loc\u212Aalhost' },
  'a list of addresses': { email: [FIRST_ADMIN.email] },
})) {
  test(`not verified: ${what}`, async () => {
    rogue.lies = { token: claims(() => lies) }
    await refused('email_not_verified')
  })
}

test('a code that the provider would take twice is taken once here', async () => {
  const client = newBrowserClient(ledger)
  const callback = await comeBack(client)
  const thief = client.withSameCookies()
  expect(redirectLocation(await client.get(callback))).toBe('/admin')
  const before = await offeredSignInWays(ledger)
  await expectOpenidRefusal(ledger, { client: thief, reply: await thief.get(callback), before, error: 'sign_in_lost' })
})

test('one callback opened 20 times at once signs in once', async () => {
  const client = newBrowserClient(ledger)
  const callback = await comeBack(client)
  const before = await offeredSignInWays(ledger)
  const replies = await Promise.all(Array.from({ length: 20 }, () => client.withSameCookies().get(callback)))
  expect(replies.filter((reply) => redirectLocation(reply) === '/admin')).toHaveLength(1)
  expect((await offeredSignInWays(ledger)).sessions).toBe(before.sessions + 1)
})

test('a provider that fails is away, and no refused sign-in', async () => {
  rogue.lies = { answer: (response) => response.writeHead(503).end('down') }
  await refused('provider_away')
  rogue.lies = { answer: (response) => response.destroy() }
  await refused('provider_away')
  rogue.lies = {}
  await refused('provider_away', { error: 'temporarily_unavailable' })
})

test('a provider that names another issuer, or that never answers, is asked again at the next sign-in', async () => {
  const late = await startTestService({ openid: openOpenidProvider(rogue) })
  try {
    for (const lies of firstUnlessFullRun([
      { metadata: { issuer: 'https://accounts.example.com' } },
      { isDeaf: true },
    ])) {
      rogue.lies = lies
      const client = newBrowserClient(late)
      const before = await offeredSignInWays(late)
      const reply = await client.get('/api/login')
      await expectOpenidRefusal(late, { client, reply, before, error: 'provider_away' })
    }
    rogue.lies = {}
    expect((await startOpenidSignIn(newBrowserClient(late))).origin).toBe(rogue.issuer)
  } finally {
    await late.close()
  }
})

test('a provider at an address where nobody listens is away; its own words stay out of the log', async () => {
  const gone = await startRogueProvider(FIRST_ADMIN.email)
  await gone.close()
  const alone = await startTestService({ openid: openOpenidProvider(gone) })
  try {
    const client = newBrowserClient(alone)
    const before = await offeredSignInWays(alone)
    await expectOpenidRefusal(alone, { client, reply: await client.get('/api/login'), before, error: 'provider_away' })
    expect(alone.logs.some((line) => line.includes('ECONNREFUSED'))).toBe(true)
  } finally {
    await alone.close()
  }
})

test('no log line of the ledger holds a token, a code, the secret or an e-mail address', () => {
  const lines = ledger.logs.join('\n')
  expect(lines).toContain('not_trusted')
  for (const secret of [rogue.clientSecret, FIRST_ADMIN.email, 'code=', 'eyJ', rogue.nonce])
    expect(lines).not.toContain(secret)
})
