import type { CompanyContext } from '@ledger/ledger-service/http/company-context.ts'
import { routeDefiner } from '@ledger/ledger-service/http/define-route.ts'
import fastify from 'fastify'
import { expect, test } from 'vitest'

test('an answer has the fields of its schema, and no other, at any depth', async () => {
  const app = fastify()
  app.addHook('onRequest', async (request) => {
    request.company = { companyId: 'acme' } as CompanyContext
  })
  const user = { id: 'admin', role: 'admin', name: 'Meera', email: 'admin@localhost' } as const
  const withMore = { user: { ...user, passwordHash: 'scrypt' }, token: 'abc' }
  routeDefiner(app)('adminLogin', async () => withMore)
  const body = { email: 'admin@localhost', password: 'Demo2026' }
  const answer = await app.inject({ method: 'POST', url: '/api/admin/login', body })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ user })
})
