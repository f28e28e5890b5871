import { registerSession } from '@ledger/ledger-service/http/plugins/session.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
beforeAll(async () => {
  api = await startTestService()
})
afterAll(() => api.close())

test('a company that closes during a sign-in fails that request, and ends no process', async () => {
  const app = Fastify()
  let uses = 0
  app.decorateRequest('company', undefined)
  app.addHook('onRequest', async (request) => {
    request.company = api.company
  })
  const sessionsOf = () => {
    if (++uses > 1) throw new Error('The company is not open')
    return api.company.sessions
  }
  await registerSession(app, sessionsOf, 'a secret of at least thirty-two characters', undefined)
  app.post('/', async (request) => {
    await request.session.regenerate()
    await request.session.save()
  })
  const answer = await app.inject({ method: 'POST', url: '/' })
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    expect.objectContaining({ message: 'The company is not open' }),
  ])
  expect(uses).toBeGreaterThan(1)
  await app.close()
})
