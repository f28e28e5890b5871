import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import type { HttpReply, TestClient } from '../../environment/network/http-client.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { ACCESS_MATRIX, type Asker, kindOf, type ObjectKind } from './access-matrix-table.ts'
import { type CompanyWithEveryRole, openCompanyWithEveryRole } from './company-with-every-role.ts'

/** The access matrix with two companies on one server: every call with the other company's cookies, ids and hosts. */

const WHO = ['admin', 'accountant', 'auditor', 'inchargeA', 'supervisorA'] as const satisfies readonly Asker[]

let first: TestService
let here: { api: TestService; company: CompanyWithEveryRole }
let there: { api: TestService; company: CompanyWithEveryRole }
beforeAll(async () => {
  first = await startTestService({ servesEveryCompany: true })
  const pool = ownerPool(first.database.ownerUrl)
  await addCompanyHost(pool, first.company.companyId, 'acme.localhost')
  const made = await addCompany(pool, { name: 'Beta', hosts: ['beta.localhost'] })
  await pool.end()
  if ('refused' in made) return expect.fail(made.refused)
  const acme = await first.atCompany(first.company.companyId, 'acme.localhost')
  const beta = await first.atCompany(made.companyId, 'beta.localhost')
  here = { api: acme, company: await openCompanyWithEveryRole(acme) }
  there = { api: beta, company: await openCompanyWithEveryRole(beta) }
})
afterAll(() => first.close())

const names = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES)
/** A caller of these has no session yet, and is answered as such at the host that was asked. */
const OPEN: readonly RouteName[] = names.filter((name) => {
  const { expected } = ACCESS_MATRIX[name]
  return typeof expected.nobody === 'number' && expected.nobody !== 401
})
const closed = names.filter((name) => !OPEN.includes(name) && !name.endsWith('Login'))

async function ask(name: RouteName, client: TestClient, id: string): Promise<HttpReply> {
  const { method, path }: Route = ROUTES[name]
  const { body, query } = ACCESS_MATRIX[name]
  const written = encodeURIComponent(id)
  return client.call(method, path.replace(':id', written) + (query?.(written) ?? ''), body?.(id))
}

/** Returns everything that could distinguish two answers, without the request id and the time. */
function withoutRequest({ status, headers, text }: HttpReply): string {
  const { 'x-request-id': _id, date: _date, 'set-cookie': cookies, ...rest } = headers
  return JSON.stringify({ status, rest, cookies: cookies?.map((cookie) => cookie.split('=')[0]), text })
}

const positions = () => Promise.all([logEnd(here.api), logEnd(there.api)])

describe('with the cookie of one company, at the host of the other', () => {
  it.each(closed.flatMap((name) => WHO.map((asker) => ({ name, asker }))))(
    '$name by $asker',
    async ({ name, asker }) => {
      const { thing } = ACCESS_MATRIX[name]
      const client = here.company.clients[asker]
      const [theirs, ours] = await Promise.all(
        [there, here].map(({ company }) => (thing === undefined ? '' : company.object(thing, asker, 'own', false))),
      )
      const before = await positions()
      // Uses the cookie of a session that has ended.
      const nobodys = await ask(name, there.company.clients.disabled.withSameCookies(), ours ?? '')
      for (const id of new Set([theirs ?? '', ours ?? ''])) {
        const reply = await ask(name, client.withSameCookies(there.api.origin), id)
        expect(reply.status, reply.text).toBe(401)
        expect(withoutRequest(reply)).toBe(withoutRequest(nobodys))
      }
      const unknown = await ask(name, client.withSameCookies(first.origin), ours ?? '')
      expect(unknown).toMatchObject({ status: 404, json: { code: 'unknown_company' } })
      expect(await positions()).toEqual(before)
    },
  )
})

describe('with the ids of one company, by somebody of the other', () => {
  const named = closed.filter((name) => ACCESS_MATRIX[name].thing !== undefined)
  it.each(named.flatMap((name) => WHO.map((asker) => ({ name, asker }))))(
    '$name by $asker',
    async ({ name, asker }) => {
      const { thing = 'expense', expected, seesAll } = ACCESS_MATRIX[name]
      const answers = expected[kindOf(asker)]
      const object = (company: CompanyWithEveryRole, kind: ObjectKind) => company.object(thing, asker, kind, false)
      const client = there.company.clients[asker]
      const absent = await ask(name, client, await object(there.company, 'absent'))
      const before = await positions()
      for (const kind of ['own', 'sameRole'] as const) {
        const reply = await ask(name, client, await object(here.company, kind))
        expect(reply.status, reply.text).toBe(typeof answers === 'number' ? answers : answers.absent)
        if (!seesAll && reply.status >= 400) expect(withoutRequest(reply)).toBe(withoutRequest(absent))
        // A list filtered by an account of the other company is as empty as one filtered by an absent account.
        if (reply.status < 400) expect(reply.json).toEqual(absent.json)
      }
      expect((await positions())[1]).toBe(before[1])
    },
  )
})

it('has a row for each call that somebody has to sign in for', () => {
  expect(OPEN.toSorted()).toEqual(['adminLogout', 'contact', 'openidCallback', 'openidLogin', 'siteLogout'])
  expect(closed.length + OPEN.length + 2).toBe(names.length)
})
