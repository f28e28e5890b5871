import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { linkIdentity } from '@ledger/ledger-service/access/openid-identities.ts'
import { openOpenidProvider } from '@ledger/ledger-service/access/openid-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBody } from '../environment/network/http-client.ts'
import { hireAuditor, signInAdmin } from '../environment/service/people-and-money.ts'
import { eventsAfter } from '../environment/service/read-events.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../environment/service/test-service.ts'
import { type RealProvider, startRealProvider } from './real-provider.ts'
import {
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

test('an admin with a verified e-mail address is linked at the first sign-in, and is known by issuer and subject after', async () => {
  provider.signedInPerson = { subject: 'person-1', email: 'ADMIN@localhost', email_verified: true }
  const before = await offeredSignInWays(ledger)
  const client = newBrowserClient(ledger)
  const reply = await signInWithOpenid(client)
  expect([reply.status, redirectLocation(reply)]).toEqual([302, '/admin'])
  // It sets the cookie of a session, which no cache may store.
  expect(reply.headers['cache-control']).toBe('no-store')
  const user = expectBody(await client.get('/api/admin/auth'), 200, ROUTES.adminAuth.answer)
  expect(user).toMatchObject({ email: FIRST_ADMIN.email, role: 'admin' })
  expect(reply.headers['set-cookie']?.find((line) => line.startsWith('sid='))).toMatch(/; HttpOnly.*; SameSite=Strict/)
  const { rows } = await ledger.sql.query('SELECT issuer, subject, account_id FROM openid_identities')
  expect(rows).toEqual([{ issuer: provider.issuer, subject: 'person-1', account_id: user.id }])
  const [event, ...others] = await eventsAfter(ledger, before.position)
  expect(event).toMatchObject({
    type: 'SignedIn',
    actor: { id: user.id, role: 'admin' },
    data: { account: { id: user.id }, via: 'openid' },
  })
  expect(event?.meta.ip).toBeTruthy()
  expect(others).toEqual([])

  // The same person, whose address changed meanwhile to one that no user here has and no provider confirms.
  provider.signedInPerson = { subject: 'person-1', email: 'new-name@elsewhere.example', email_verified: false }
  const again = newBrowserClient(ledger)
  expect(redirectLocation(await signInWithOpenid(again))).toBe('/admin')
  expect(expectBody(await again.get('/api/admin/auth'), 200, ROUTES.adminAuth.answer).id).toBe(user.id)
  expect((await offeredSignInWays(ledger)).links).toBe(1)
  // It is a session like one of a password: it may do what an admin may, and ends on the server.
  expect((await again.get('/api/admin/sites')).status).toBe(200)
  const copy = again.withSameCookies()
  expect((await again.post('/api/admin/logout')).status).toBe(204)
  expect((await copy.get('/api/admin/auth')).status).toBe(401)
})

test('an auditor signs in as an auditor; a closed one is unlinked, and a new account can be linked to the same person', async () => {
  const office = await signInAdmin(ledger.origin)
  const email = 'asha@audit.example'
  const { id } = await hireAuditor(office, email)
  provider.signedInPerson = { subject: 'asha', email, email_verified: true }
  const client = newBrowserClient(ledger)
  expect(redirectLocation(await signInWithOpenid(client))).toBe('/admin')
  expect(expectBody(await client.get('/api/admin/auth'), 200, ROUTES.adminAuth.answer)).toMatchObject({
    id,
    role: 'auditor',
  })
  expect((await office.delete(`/api/admin/auditors/${id}`)).status).toBe(204)
  expect((await client.get('/api/admin/auth')).status).toBe(401)
  expect(redirectLocation(await signInWithOpenid(newBrowserClient(ledger)))).toBe('/login?error=email_unknown')
  const { id: newId } = await hireAuditor(office, email)
  const again = newBrowserClient(ledger)
  expect(redirectLocation(await signInWithOpenid(again))).toBe('/admin')
  expect(expectBody(await again.get('/api/admin/auth'), 200, ROUTES.adminAuth.answer).id).toBe(newId)
})

test('the browser leaves with a code challenge, and with a cookie that says nothing and comes back from another site', async () => {
  const client = newBrowserClient(ledger)
  const reply = await client.get('/api/login?returnTo=//evil.example')
  const { searchParams, origin } = new URL(redirectLocation(reply))
  expect(origin).toBe(provider.issuer)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: provider.clientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${client.origin}/api/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(reply.headers['cache-control']).toBe('no-store')
  const [cookie = ''] = reply.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  const opened = Buffer.from(client.cookies.get('oidc') ?? '', 'base64url').toString('latin1')
  for (const name of ['state', 'nonce']) expect(opened).not.toContain(searchParams.get(name))
  const other = new URL(redirectLocation(await client.get('/api/login'))).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) expect(other.get(name)).not.toBe(searchParams.get(name))
})

test('under an https origin the cookie is Secure and of this host alone, and the provider sends people back there', async () => {
  const https = await startTestService({
    openid: openOpenidProvider(provider),
    publicOrigin: 'https://ledger.example.in',
  })
  try {
    const reply = await https.client().get('/api/login')
    const [cookie = ''] = reply.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^__Host-oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const address = new URL(redirectLocation(reply))
    expect(address.searchParams.get('redirect_uri')).toBe('https://ledger.example.in/api/callback')
  } finally {
    await https.close()
  }
})

test('without a provider both calls lead to the screen with the password', async () => {
  const plain = await startTestService()
  try {
    const client = newBrowserClient(plain)
    for (const path of ['/api/login', '/api/callback?code=x&state=y']) {
      const reply = await client.get(path)
      expect([path, reply.status, redirectLocation(reply), reply.headers['set-cookie']]).toEqual([
        path,
        302,
        '/login?error=no_provider',
        undefined,
      ])
    }
  } finally {
    await plain.close()
  }
})

test('at 127.0.0.1 the browser is first sent to the name that the provider sends it back to', async () => {
  const reply = await ledger.client().get('/api/login')
  expect([reply.status, redirectLocation(reply)]).toEqual([302, `${newBrowserClient(ledger).origin}/api/login`])
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test('a callback that is opened twice in one browser signs in once, and the first session lives on', async () => {
  provider.signedInPerson = { subject: 'person-1', email: FIRST_ADMIN.email, email_verified: true }
  const client = newBrowserClient(ledger)
  const callback = await followProviderPages(await startOpenidSignIn(client), client)
  expect(redirectLocation(await client.get(callback))).toBe('/admin')
  expect(redirectLocation(await client.get(callback))).toBe('/login?error=sign_in_lost')
  expect((await client.get('/api/admin/auth')).status).toBe(200)
})

test('of many people whom the provider gives one address at once, one is linked', async () => {
  const { db, companyId } = ledger.company
  const office = await signInAdmin(ledger.origin)
  for (let round = 0; round < 5; round++) {
    const { id } = await hireAuditor(office, `race-${round}@audit.example`)
    const account = { company_id: companyId, account_id: id }
    // Opens the connections first, so that no request is early.
    await Promise.all(Array.from({ length: 10 }, () => db.selectFrom('companies').select('name').execute()))
    const issuer = `https://race-${round}.example`
    const subjects = Array.from({ length: 10 }, (_, index) => `s${index % 5}`)
    const linked = await Promise.all(subjects.map((subject) => linkIdentity(db, { issuer, subject }, account)))
    const { rows } = await ledger.sql.query<{ subject: string }>(
      'SELECT subject FROM openid_identities WHERE issuer = $1',
      [issuer],
    )
    expect(rows).toHaveLength(1)
    const winner = rows[0]?.subject
    expect(subjects.filter((_, index) => linked[index])).toEqual([winner, winner])
  }
})
