import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { hireFieldUser, recordExpenseOf, signInAdmin } from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * A path can be written in many ways: `/%61pi/…` is `/api/…`. The route decides every rule of a call, so each spelling
 * is answered alike. tests/access/stream-limits-and-session-end.test.ts checks that an export ends with its session,
 * whatever the spelling of its path.
 */

const OTHERWISE: readonly ((path: string) => string)[] = [
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '/ap%69/'),
]

/** Calls that change nothing without a body, and end soon; and paths that are no call. */
const CALLS: [method: string, path: string][] = [
  ...Object.values<Route>(ROUTES)
    .filter(({ path }) => !/\/(logout|follow|login|callback|verify|as-of|export)$/.test(path))
    .map(({ method, path }): [string, string] => [method, path.replace(':id', 'site_9876543210')]),
  ...['/api/docs', '/api/openapi.json', '/api/nothing', '/api/'].map((path): [string, string] => ['GET', path]),
  ...['POST', 'HEAD', 'OPTIONS', 'PUT'].map((method): [string, string] => [method, '/api/nothing']),
  ['GET', `/api/${'x'.repeat(150)}`],
  ['GET', '/api/%zz'],
]

let api: TestService
let office: TestClient
beforeAll(async () => {
  const web = join(temporaryFolder(), 'web')
  mkdirSync(web)
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Site Ledger</title>')
  api = await startTestService({ web })
  office = await signInAdmin(api.origin)
})
afterAll(() => api.close())

/** Returns an answer without the parts that identify the request; for a stream only the head. */
function answerTo(method: string, path: string, cookies: TestClient['cookies']): Promise<object> {
  const { hostname, port } = new URL(api.origin)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const type = { 'content-type': 'text/plain' }
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers: { cookie, ...type }, agent: false }, (answer) => {
      const { 'x-request-id': _id, date: _date, etag: _etag, 'content-length': _length, ...headers } = answer.headers
      answer.destroy()
      resolve({ status: answer.statusCode, headers })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** In the short form every fourth, others with each seed. */
const some = CALLS.filter((_, index) => isFullRun || index % 4 === randomSeed % 4)

it.each(some)('%s %s is answered alike, however it is written', async (method, path) => {
  for (const cookies of [new Map<string, string>(), office.cookies]) {
    const plain = await answerTo(method, path, cookies)
    expect(plain).toMatchObject({
      headers: { 'cache-control': expect.stringMatching(/^(private, no-cache|no-store)$/) },
    })
    for (const written of OTHERWISE)
      expect(await answerTo(method, written(path), cookies), written(path)).toEqual(plain)
  }
})

it('has no screen under /api, and screens everywhere else', async () => {
  for (const path of ['/api/nothing', '/%61pi/nothing', '/api/', '/%61%70%69/'])
    expect(await answerTo('GET', path, office.cookies), path).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
  for (const path of ['/', '/admin', '/api', '/apis/x'])
    expect(await answerTo('GET', path, office.cookies), path).toMatchObject({ status: 200 })
})

it('leads to the next page by the plain address', async () => {
  const incharge = await hireFieldUser(office, 'site_incharge')
  await recordExpenseOf(incharge)
  await recordExpenseOf(incharge)
  const { client } = incharge
  const { headers } = await client.get('/%61pi/site/transactions?limit=1&q=%20')
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(String(headers.link)) ?? []
  expect(next).toMatch(/^\/api\/site\/transactions\?limit=1&q=\+&cursor=/)
  expect(expectBody(await client.get(next), 200, ROUTES.siteTransactions.answer)).toHaveLength(1)
})
