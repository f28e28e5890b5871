import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import type { HttpReply, TestClient } from '../../environment/network/http-client.ts'
import {
  hireAuditor,
  hireOfficeUser,
  signInAdmin,
  signInFieldUser,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import {
  ACCESS_MATRIX,
  ASKERS,
  type Asker,
  kindOf,
  OBJECTS,
  type ObjectKind,
  OPEN_CALLS,
} from './access-matrix-table.ts'
import { type CompanyWithEveryRole, openCompanyWithEveryRole } from './company-with-every-role.ts'

/** security.md, Matrix: every call by every asker, for every object. */

let api: TestService
let company: CompanyWithEveryRole
beforeAll(async () => {
  api = await startTestService()
  company = await openCompanyWithEveryRole(api)
})
afterAll(() => api.close())

const names = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES)
const cells = names.flatMap((name, index) => askersOf(index).map((asker) => ({ name, asker })))

/** In the short form one of each kind; the kinds of sessions that ended take turns from call to call. */
function askersOf(index: number): readonly Asker[] {
  if (isFullRun) return ASKERS
  const ended = ASKERS.filter((asker) => kindOf(asker) === 'ended')
  const taken = ended[index % ended.length]
  return ASKERS.filter((asker) => asker === taken || (!ended.includes(asker) && !asker.endsWith('B')))
}

describe('every call of the contract', () => {
  it.each(cells)('$name by $asker', async ({ name, asker }) => {
    const { thing, expected, seesAll } = ACCESS_MATRIX[name]
    const answers = expected[kindOf(asker)]
    const refused = new Set<string>()
    for (const object of thing === undefined ? (['own'] as const) : OBJECTS) {
      const status = typeof answers === 'number' ? answers : answers[object]
      const reply = await askAndWatch(name, asker, object, status)
      if (status === 400 || status === 404 || typeof answers === 'number') refused.add(withoutRequest(reply))
    }
    // Another account's thing is answered like an absent one, and an asker that may not call at all learns nothing of
    // what exists.
    const isRefused = typeof answers === 'number' ? answers >= 400 : true
    if (isRefused && !(seesAll && typeof answers !== 'number')) expect([...refused].length).toBeLessThanOrEqual(1)
  })
})

async function askAndWatch(name: RouteName, asker: Asker, object: ObjectKind, status: number): Promise<HttpReply> {
  const route: Route = ROUTES[name]
  const { thing, body, query, location, isEndless, appends = [] } = ACCESS_MATRIX[name]
  const id = thing === undefined ? '' : await company.object(thing, asker, object, status < 300 && usesUp(route))
  const client = name.endsWith('Logout') ? await throwaway(asker) : company.clients[asker]
  const before = await logEnd(api)
  const path = route.path.replace(':id', encodeURIComponent(id)) + (query?.(encodeURIComponent(id)) ?? '')
  const sent = body?.(id)
  const headers = name === 'closeBooks' ? { 'idempotency-key': randomUUID() } : {}
  const ask = () => client.call(route.method, path, sent, { headers })
  let reply = isEndless && status < 300 ? await headOf(client, path) : await ask()
  // On a busy machine the seal of a closing takes longer than an answer; the same call again waits for it.
  while (reply.status === 202) reply = await ask()
  expect(reply.status, `${object}: ${reply.text}`).toBe(status)
  const hasMoved = (await logEnd(api)) !== before
  const appended = hasMoved ? (await eventsAfter(api, before)).map((event) => event.type) : []
  if (status >= 400) expect(appended.filter((type) => type !== 'SignInRefused' || !name.endsWith('Login'))).toEqual([])
  else if (route.command) expect(appended.length).toBeGreaterThan(0)
  else expect(appended).toEqual(appends)
  expect(reply.headers.location).toBe(location)
  if (name.endsWith('Logout')) {
    expect((await client.get('/api/site/auth')).status).toBe(401)
    expect((await client.get('/api/admin/auth')).status).toBe(401)
  }
  return reply
}

/** Says whether the call changes the object, so that the next call needs a new one. */
const usesUp = ({ method, path }: Route) =>
  method === 'DELETE' || method === 'PATCH' || /\/(close|phone-lost)$/.test(path)

/** Returns the head of an answer that never ends. */
function headOf(client: TestClient, path: string): Promise<HttpReply> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    const asked = request(`${client.origin}${path}`, { headers: { cookie } }, ({ statusCode: status = 0, headers }) => {
      asked.destroy()
      resolve({ status, headers, text: '', bytes: Buffer.alloc(0), json: undefined })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Returns a client with a session of its own, because signing out must not end the sessions of the other cells. */
async function throwaway(asker: Asker): Promise<TestClient> {
  const { workers, clients } = company
  if (asker === 'admin') return signInAdmin(api.origin)
  if (asker === 'auditor') return (await hireAuditor(clients.admin, `${randomUUID()}@example.in`)).client
  if (asker === 'accountant')
    return (await hireOfficeUser(clients.admin, 'accountant', `${randomUUID()}@example.in`)).client
  const worker = asker in workers ? workers[asker as keyof typeof workers] : undefined
  return worker ? signInFieldUser(api.origin, worker.mobile) : clients[asker].withSameCookies()
}

/** Returns everything that could distinguish two answers, without the request id and the time. */
function withoutRequest({ status, headers, text }: HttpReply): string {
  const { 'x-request-id': _id, date: _date, 'set-cookie': cookies, ...rest } = headers
  return JSON.stringify({ status, rest, cookies: cookies?.map((cookie) => cookie.split('=')[0]), text })
}

it('has a row for every route of the server', () => {
  const known = new Set([
    ...names.map((name) => `${ROUTES[name].method} ${ROUTES[name].path}`),
    ...Object.keys(OPEN_CALLS),
  ])
  const served = routesOf(api.app.printRoutes({ commonPrefix: false }))
  expect(served.length).toBeGreaterThan(names.length)
  // A path below the calls that is none of them has a wildcard route, which answers 404 to every caller; the printed
  // tree shows its last part.
  expect(served.filter((route) => !known.has(route) && !route.endsWith(' *'))).toEqual([])
})

/** Returns `GET /api/…` for each route of Fastify's tree; HEAD comes with GET. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? []
    if (path === '') return []
    const depth = indent.length / 4
    above[depth] = path
    const whole = above.slice(0, depth + 1).join('')
    return methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${whole}`]))
  })
}

describe('calls outside the contract', () => {
  it.each(Object.entries(OPEN_CALLS))('%s is the same for everybody', async (call, { status }) => {
    const before = await logEnd(api)
    for (const asker of ASKERS) {
      const reply = await company.clients[asker].get(call.replace('GET ', ''))
      expect(reply.status, asker).toBe(status)
    }
    expect(await logEnd(api)).toBe(before)
  })
})

it('asks who somebody is before it looks at what was sent', async () => {
  for (const name of names) {
    const route: Route = ROUTES[name]
    if (!route.body || name.endsWith('Login')) continue
    for (const asker of ASKERS) {
      const answers = ACCESS_MATRIX[name].expected[kindOf(asker)]
      if (answers !== 401 && answers !== 403) continue
      const path = route.path.replace(':id', randomUUID())
      const reply = await company.clients[asker].call(route.method, path, { nonsense: true })
      expect(reply.status, `${name} by ${asker}`).toBe(answers)
    }
  }
})

it('takes no other spelling of an id for the id', async () => {
  const { inchargeA } = company.workers
  const expense = await company.object('expense', 'inchargeA', 'own', false)
  const spellings = ['.', '%20', '%00', '%2f', '%2e%2e', ';', '-in', '%C0%AF'].map((end) => expense + end)
  const before = await logEnd(api)
  for (const id of [...spellings, expense.toUpperCase(), `%2e%2e/${expense}`, 'x'.repeat(101), '*', '%27%20OR%201=1']) {
    const reply = await inchargeA.client.delete(`/api/site/transactions/${id}`)
    expect([400, 404], `${id}: ${reply.text}`).toContain(reply.status)
  }
  for (const id of [`${inchargeA.id}%20`, `${inchargeA.id}.`, inchargeA.id.toUpperCase()]) {
    expect((await company.clients.admin.delete(`/api/admin/users/${id}`)).status, id).toBe(404)
  }
  expect((await company.clients.admin.delete(`/api/admin/users/${inchargeA.id}%00`)).status).toBe(400)
  expect(await logEnd(api)).toBe(before)
})
