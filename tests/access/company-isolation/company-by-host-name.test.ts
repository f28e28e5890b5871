import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  addCompany,
  addCompanyHost,
  removeCompanyHost,
  setCompanyDisabled,
} from '@ledger/ledger-service/companies/manage-companies.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { TestClient } from '../../environment/network/http-client.ts'
import { openResponseStream } from '../../environment/network/response-stream.ts'
import {
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** One server, many companies: only the host of a request selects the company. */

const PROXY = '127.0.0.78'
/** The server polls every two seconds. */
const NOTICED = { timeout: 15_000 }

const TITLE = '<title>Site Ledger</title>'
const NAMED = '<title>Be&#60;ta &#38; Co</title>\n    <meta name="application-name" content="Be&#60;ta &#38; Co" />'

let acme: TestService
let beta: TestService
let pool: Pool
let port = ''
beforeAll(async () => {
  const web = temporaryFolder()
  writeFileSync(join(web, 'index.html'), `${TITLE}the web app`)
  writeFileSync(join(web, 'manifest.webmanifest'), JSON.stringify({ id: '/', name: 'Site Ledger' }))
  const first = await startTestService({
    ...{ servesEveryCompany: true, trustedProxies: [PROXY], web },
    hashesPasswords: true,
  })
  port = new URL(first.origin).port
  pool = ownerPool(first.database.ownerUrl)
  await addCompanyHost(pool, first.company.companyId, 'acme.localhost')
  const made = await addCompany(pool, { name: 'Be<ta & Co', hosts: ['beta.localhost'] })
  if ('refused' in made) return expect.fail(made.refused)
  acme = await first.atCompany(first.company.companyId, 'acme.localhost')
  beta = await first.atCompany(made.companyId, 'beta.localhost')
})
afterAll(async () => {
  await pool.end()
  await acme.close()
})

/** Returns the heap in use after a collection, in bytes. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

const at = (host: string) => new TestClient(`http://${host}:${port}`)
/** Returns the headers that a browser sends with a change. */
const browserAt = (host: string) => ({ origin: `http://${host}:${port}`, 'sec-fetch-site': 'same-origin' })
const UNKNOWN = { status: 404, json: { status: 404, code: 'unknown_company' } }

describe('a host of nobody’s', () => {
  it('is kept nowhere, so that who asks for many takes no memory', async () => {
    const stranger = at('acme.localhost')
    const askAll = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, index) =>
          stranger.get('/api/site/auth', { host: `${from + index}-`.padEnd(15_000, 'a') }),
        ),
      )
    await askAll(0, 20)
    const before = heapUsed()
    for (let from = 20; from < 620; from += 20) expect((await askAll(from, from + 20))[0]).toMatchObject(UNKNOWN)
    // The 600 host names together have 9 MB, so the server must not cache them.
    expect(heapUsed() - before).toBeLessThan(4_500_000)
  })

  it('is answered that no company is there, whatever is asked and sent', async () => {
    const office = await signInAdmin(acme.origin)
    const stranger = office.withSameCookies(`http://127.0.0.1:${port}`)
    expect(await stranger.get('/api/admin/sites')).toMatchObject(UNKNOWN)
    expect(await stranger.get('/')).toMatchObject(UNKNOWN)
    expect(await stranger.get('/api/openapi.json')).toMatchObject(UNKNOWN)
    expect(await stranger.post('/api/site/login', { mobile: '9000000001', password: 'Wrong-Pass-1' })).toMatchObject(
      UNKNOWN,
    )
    expect(await stranger.delete('/api/site/transactions/1', browserAt('127.0.0.1'))).toMatchObject(UNKNOWN)
    expect(await stranger.post('/api/site/transactions', sampleExpenseBody, browserAt('127.0.0.1'))).toMatchObject(
      UNKNOWN,
    )
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await stranger.post('/api/admin/login', 'name=A', form)).toMatchObject(UNKNOWN)
    for (const host of ['acme.localhost.evil.example', 'xacme.localhost', 'localhost', '[::1]'])
      expect(await at('127.0.0.1').get('/api/site/auth', { host }), host).toMatchObject(UNKNOWN)
    const reply = await stranger.get('/api/admin/sites')
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(reply.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it.each(['/', '/site-dashboard'])(
    'is told so in both languages where a browser asks for a page: %s',
    async (path) => {
      const { status, headers, text } = await at('nobody.localhost').get(path, { accept: 'text/html,*/*' })
      expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'text/html; charset=utf-8' })
      expect(text).toContain('No company is found at this address')
      expect(text).toContain('इस पते पर कोई कंपनी नहीं मिली')
      expect(text).not.toMatch(/acme|beta/i)
    },
  )

  it('that cannot be one is refused as it always was', async () => {
    const wrong = await at('127.0.0.1').get('/api/site/auth', { host: 'a/b' })
    expect(wrong).toMatchObject({ status: 400, json: { message: 'The request names no host that can be' } })
  })
})

it('the web app is at the hosts of companies; the public page is the installation’s', async () => {
  for (const path of ['/', '/index.html', '/login-type', '/site-dashboard']) {
    const named = { status: 200, text: `${NAMED}the web app`, headers: { 'cache-control': 'no-cache' } }
    expect(await at('beta.localhost').get(path), path).toMatchObject(named)
    expect((await at('acme.localhost').get(path)).text, path).toContain('content="Test Builders"')
  }
  const manifest = await at('beta.localhost').get('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(JSON.parse(manifest.text)).toEqual({ id: '/', name: 'Be<ta & Co', short_name: 'Be<ta & Co' })
  expect(await at('beta.localhost').get('/landing')).toMatchObject({ status: 302, headers: { location: '/' } })
  for (const host of ['127.0.0.1', 'localhost', 'nobody.localhost'])
    expect(await at(host).get('/landing?from=x'), host).toMatchObject({ status: 200, text: `${TITLE}the web app` })
  expect((await at('nobody.localhost').get('/landing')).headers['content-security-policy']).toContain("'none'")
})

it('what a visitor writes on the public page is for the first company, from no other page than that', async () => {
  const message = { name: 'Asha Verma', email: 'asha@example.in', message: 'A roof of 200 kW, please' }
  for (const host of ['127.0.0.1', 'nobody.localhost']) {
    const send = (origin: string) => at(host).post('/api/contact', message, { origin })
    expect(await send(`http://${host}:${port}`), host).toMatchObject({ status: 204 })
    for (const other of [`http://beta.localhost:${port}`, 'https://evil.example', 'null'])
      expect(await send(other), other).toMatchObject({ status: 403, json: { code: 'cross_site' } })
    expect(await at(host).post('/api/contact', {}), host).toMatchObject({ status: 400 })
    expect(await at(host).get('/api/contact'), host).toMatchObject(UNKNOWN)
    expect(await at(host).post('/api/contact/', message), host).toMatchObject(UNKNOWN)
  }
  const messagesOf = async ({ origin }: TestService) =>
    (await (await signInAdmin(origin)).get('/api/admin/contact-messages')).json
  expect(await messagesOf(acme)).toMatchObject([message, message])
  expect(await messagesOf(beta)).toEqual([])
})

it('while the first company is disabled, what a visitor writes is for the oldest that is not; of all of them nobody’s', async () => {
  const message = { name: 'Ravi Rao', email: 'ravi@example.in', message: 'A roof of 50 kW, please' }
  const send = async (host: string) =>
    (await at(host).post('/api/contact', message, { origin: `http://${host}:${port}` })).status
  const set = async (there: TestService, isDisabled: boolean) => {
    await setCompanyDisabled(pool, there.company.companyId, isDisabled)
    await there.pollCompanies()
    expect((await there.client().get('/api/site/auth')).status).toBe(isDisabled ? 404 : 401)
  }
  const office = await signInAdmin(beta.origin)
  await set(acme, true)
  // The page is served also at the host of the disabled company.
  for (const host of ['127.0.0.1', 'nobody.localhost', 'acme.localhost']) {
    expect((await at(host).get('/landing')).status, host).toBe(200)
    expect(await send(host), host).toBe(204)
  }
  expect((await office.get('/api/admin/contact-messages')).json).toMatchObject([message, message, message])
  await set(beta, true)
  expect(await send('127.0.0.1')).toBe(404)
  await set(beta, false)
  await set(acme, false)
  expect(await send('127.0.0.1')).toBe(204)
  expect((await office.get('/api/admin/contact-messages')).json).toHaveLength(3)
})

it('the operations answer at any host', async () => {
  for (const host of ['acme.localhost', 'beta.localhost', 'nobody.localhost', '127.0.0.1']) {
    const health = await at(host).get('/healthz')
    expect([health.json, health.headers.etag], host).toEqual([{ status: 'ok' }, undefined])
    await expect.poll(async () => (await at(host).get('/readyz')).status).toBe(200)
    const { status, text } = await at(host).get('/metrics?x=1')
    expect(status, host).toBe(200)
    expect(text).toContain('ledger_companies 2\n')
    expect(text).toContain('ledger_log_position{company="all"}')
    expect(text).not.toContain(acme.company.companyId)
  }
  expect(await at('acme.localhost').post('/healthz')).toMatchObject({ status: 404, json: { code: 'not_found' } })
  // Another spelling is an address of the company, where it is one of the screens.
  expect((await at('acme.localhost').get('/%68ealthz')).text).toContain('the web app')
})

it('a host is the same however it is written', async () => {
  for (const host of ['ACME.localhost', `acme.LOCALHOST:${port}`, 'acme.localhost.', 'acme.localhost:1'])
    expect((await at('127.0.0.1').get('/api/site/auth', { host })).status, host).toBe(401)
})

it('a proxy that is trusted says for which host it was asked; nobody else is believed', async () => {
  const office = await signInAdmin(beta.origin)
  const cookie = `sid=${office.cookies.get('sid')}`
  const ask = async (from: string | undefined, headers: Record<string, string>) =>
    (await at('127.0.0.1').call('GET', '/api/admin/auth', undefined, { from, headers: { cookie, ...headers } })).status
  expect(await ask(PROXY, { 'x-forwarded-host': 'beta.localhost' })).toBe(200)
  expect(await ask(PROXY, { 'x-forwarded-host': 'acme.localhost, beta.localhost' })).toBe(200)
  expect(await ask(PROXY, { 'x-forwarded-host': 'acme.localhost', host: 'beta.localhost' })).toBe(401)
  expect(await ask(undefined, { 'x-forwarded-host': 'beta.localhost' })).toBe(404)
  expect(await ask(undefined, { 'x-forwarded-host': 'beta.localhost', host: 'acme.localhost' })).toBe(401)
})

it('no page of another company’s host can make a browser write', async () => {
  const office = await signInAdmin(acme.origin)
  const post = async (origin: string) => (await office.post('/api/admin/logout', undefined, { origin })).status
  for (const other of ['beta.localhost', 'localhost', '127.0.0.1', 'nobody.localhost'])
    expect(await post(`http://${other}:${port}`), other).toBe(403)
  expect(await post('http://acme.localhost')).toBe(403)
  expect(await post(`https://acme.localhost:${port}`)).toBe(403)
  expect(await post(`http://acme.localhost:${port}`)).toBe(204)
})

it('who is guessed at by many at one company waits for nobody there at the other, where the number is theirs, too', async () => {
  const { mobile } = await hireFieldUser(await signInAdmin(acme.origin), 'supervisor')
  const body = { name: 'Ravi Kumar', mobile, password: TEST_PASSWORD }
  expect((await (await signInAdmin(beta.origin)).post('/api/admin/supervisors', body)).status).toBe(201)
  const signIn = (host: string, password: string) => at(host).post('/api/site/login', { mobile, password })
  // One name may have two sign-ins hashing and two waiting.
  const guesses = Array.from({ length: 16 }, () => signIn('acme.localhost', 'Wrong-Pass-1'))
  expect((await signIn('beta.localhost', TEST_PASSWORD)).status).toBe(200)
  expect((await Promise.all(guesses)).map(({ status }) => status)).toContain(429)
})

it('a company, and a host, that are new or gone are noticed without a restart', async () => {
  const answers = (host: string) => async () => (await at(host).get('/api/site/auth')).status
  expect(await answers('gamma.localhost')()).toBe(404)
  const made = await addCompany(pool, { name: 'Gamma', hosts: ['gamma.localhost'] })
  if ('refused' in made) return expect.fail(made.refused)
  await expect.poll(answers('gamma.localhost'), NOTICED).toBe(401)
  await addCompanyHost(pool, made.companyId, 'gamma.example.in')
  await acme.pollCompanies()
  expect(await answers('gamma.example.in')()).toBe(401)
  const office = await signInAdmin(`http://gamma.example.in:${port}`)
  expect((await office.post('/api/admin/logout', undefined, { origin: office.origin })).status).toBe(204)
  await removeCompanyHost(pool, made.companyId, 'gamma.example.in')
  await acme.pollCompanies()
  expect(await answers('gamma.example.in')()).toBe(404)
  expect(await answers('gamma.localhost')()).toBe(401)
})

it('of a company that is disabled nobody is let in, whoever listened is gone, and it goes on where it was', async () => {
  const worker = await hireFieldUser(await signInAdmin(beta.origin), 'site_incharge')
  await sendMoneyTo(await signInAdmin(beta.origin), worker, '500.00')
  await recordExpenseOf(worker)
  const follow = await openResponseStream(worker.client, '/api/site/follow')
  await setCompanyDisabled(pool, beta.company.companyId, true)
  await beta.pollCompanies()
  const balance = () => worker.client.get('/api/site/balance')
  await expect.poll(async () => (await balance()).status, NOTICED).toBe(404)
  expect(await balance()).toMatchObject(UNKNOWN)
  for (const headers of [{}, browserAt('beta.localhost')])
    expect(await worker.client.post('/api/site/transactions', sampleExpenseBody, headers)).toMatchObject(UNKNOWN)
  await expect.poll(() => follow.closedAt() !== undefined, NOTICED).toBe(true)
  // Nor is it opened anew by a request that came before and waits until it is closed.
  await expect(beta.atCompany(beta.company.companyId, 'beta.localhost')).rejects.toThrow('disabled')
  expect((await at('acme.localhost').get('/api/site/auth')).status).toBe(401)
  await setCompanyDisabled(pool, beta.company.companyId, false)
  await beta.pollCompanies()
  await expect.poll(async () => (await balance()).status, NOTICED).toBe(200)
  expect((await balance()).json).toMatchObject({ totalReceived: '500.00', totalSpent: '100.00' })
  await recordExpenseOf(worker)
  expect((await balance()).json).toMatchObject({ totalSpent: '200.00' })
})
