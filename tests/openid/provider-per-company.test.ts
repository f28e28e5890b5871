import { join } from 'node:path'
import { openOpenidProvider } from '@ledger/ledger-service/access/openid-provider.ts'
import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { TestClient } from '../environment/network/http-client.ts'
import { runLedgerCommandInProcess } from '../environment/processes/ledger-command-in-process.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../environment/service/test-service.ts'
import { type RealProvider, startRealProvider } from './real-provider.ts'
import { followProviderPages, redirectLocation, signInWithOpenid, startOpenidSignIn } from './sign-in-steps.ts'

/** Two companies of one installation, each with a provider of its own, on one server that is never started again. */

const DATA_DIR = join(temporaryFolder(), 'data')
const SOMEBODY = { subject: 'somebody', email: FIRST_ADMIN.email, email_verified: true }

let first: TestService
let acme: TestService
let beta: TestService
let installations: RealProvider
let betas: RealProvider
beforeAll(async () => {
  installations = await startRealProvider()
  betas = await startRealProvider()
  first = await startTestService({ servesEveryCompany: true, openid: openOpenidProvider(installations) })
  await addCompanyHost(first.sql, first.company.companyId, 'acme.localhost')
  const made = await addCompany(first.sql, { name: 'Beta', hosts: ['beta.localhost'] })
  if ('refused' in made) return expect.fail(made.refused)
  acme = await first.atCompany(first.company.companyId, 'acme.localhost')
  beta = await first.atCompany(made.companyId, 'beta.localhost')
  installations.register(`${acme.origin}/api/callback`)
  betas.register(`${beta.origin}/api/callback`)
  for (const provider of [installations, betas]) provider.signedInPerson = SOMEBODY
})
afterAll(async () => {
  await first.close()
  await Promise.all([installations.close(), betas.close()])
})

/** Returns everything that the command prints. */
async function settings(host: string, ...args: string[]) {
  const env = { ...first.secrets, DATABASE_URL: first.database.url, DATA_DIR }
  const secret = { COMPANY_OIDC_CLIENT_SECRET: betas.clientSecret }
  return runLedgerCommandInProcess({ ...env, ...secret }, 'company', 'settings', host, ...args)
}

const betasOwn = () => ['--openid-issuer', betas.issuer, '--openid-client-id', betas.clientId]
const isIn = async (client: TestClient) => (await client.get('/api/admin/auth')).status === 200
const nowhere = async (api: TestService) => redirectLocation(await new TestClient(api.origin).get('/api/login'))

it('the provider of the environment is the first company’s, and no other’s', async () => {
  const client = new TestClient(acme.origin)
  expect(redirectLocation(await signInWithOpenid(client))).toBe('/admin')
  expect(await isIn(client)).toBe(true)
  expect(await nowhere(beta)).toBe('/login?error=no_provider')
})

it('a company is given its own, which the log says and the secret of which nobody reads', async () => {
  const before = await logEnd(beta)
  const { status, stdout, stderr } = await settings('beta.localhost', ...betasOwn())
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toBe(`Beta: its office may sign in at ${betas.issuer}, too, as ${betas.clientId}\n`)
  const { rows } = await first.sql.query<{ all: string }>(
    `SELECT (SELECT string_agg(encode(sealed, 'escape'), ' ') FROM company_secrets) || (SELECT string_agg(data::text, ' ') FROM events) AS all`,
  )
  expect(rows[0]?.all).not.toContain(betas.clientSecret)
  expect(await eventsAfter(beta, before)).toMatchObject([
    { type: 'SettingsChanged', data: { after: { openid: { issuer: betas.issuer, clientId: betas.clientId } } } },
  ])
})

it('its office signs in there from then on, without a restart, and is nobody at the other’s host', async () => {
  const client = new TestClient(beta.origin)
  expect(redirectLocation(await signInWithOpenid(client))).toBe('/admin')
  expect(await isIn(client)).toBe(true)
  expect(await isIn(client.withSameCookies(acme.origin))).toBe(false)
  expect(first.logs.join('')).not.toContain(betas.clientSecret)
})

it('whoever comes back from the provider of the one is not let in at the other, with the cookie that left neither', async () => {
  const client = new TestClient(beta.origin)
  const callback = await followProviderPages(await startOpenidSignIn(client), client)
  // The other company's provider gets no request either.
  for (const elsewhere of [new TestClient(acme.origin), client.withSameCookies(acme.origin)]) {
    expect(redirectLocation(await elsewhere.get(callback))).toBe('/login?error=sign_in_lost')
    expect(await isIn(elsewhere)).toBe(false)
  }
})

it('a wrong one is refused with a sentence, and one that is taken away is gone at once', async () => {
  const http = await settings('beta.localhost', '--openid-issuer', 'http://example.in', '--openid-client-id', 'x')
  expect([http.status, http.stderr]).toEqual([
    1,
    'The issuer must be https; http is for this machine only (localhost, 127.0.0.1)\n',
  ])
  expect((await settings('beta.localhost', '--openid', 'both')).status).toBe(1)
  expect((await settings('beta.localhost', '--openid', 'none')).stdout).toBe('Beta: no provider to sign in at\n')
  expect(await nowhere(beta)).toBe('/login?error=no_provider')
  expect(await nowhere(acme)).toMatch(installations.issuer)
})

it('one that cannot be printed is refused, and is none where it came with a company', async () => {
  const unseen = await settings('beta.localhost', '--openid-issuer', betas.issuer, '--openid-client-id', 'x\u202ey')
  expect([unseen.status, unseen.stderr]).toEqual([
    1,
    'The client id must have at most 255 characters, and none that cannot be printed\n',
  ])
  expect((await settings('beta.localhost', ...betasOwn())).status).toBe(0)
  expect(await nowhere(beta)).toMatch(betas.issuer)
  await first.sql.query(`UPDATE company_settings SET openid_client_id = openid_client_id || E'\\u202e'`)
  expect((await settings('beta.localhost')).stdout).toBe('Beta: no provider to sign in at\n')
  expect(await nowhere(beta)).toBe('/login?error=no_provider')
}, 120_000)
