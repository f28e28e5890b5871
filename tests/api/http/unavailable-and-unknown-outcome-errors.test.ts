import { errorBody } from '@ledger/contracts/http/error-body.ts'
import { LedgerUnavailable, OutcomeUnknown } from '@ledger/ledger-service/event-store/append/append-errors.ts'
import { registerErrorHandler } from '@ledger/ledger-service/http/errors.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'

/**
 * After "unavailable" a user may enter the command again; after "unknown" the client must repeat it with the same key.
 */
test.each([
  ['outcome_unknown', new OutcomeUnknown('The commit was not answered')],
  ['unavailable', new LedgerUnavailable('The database is away')],
] as const)('%s is told as what it is, with when to ask again', async (code, error) => {
  const app = Fastify()
  registerErrorHandler(app)
  app.get('/', async () => {
    throw error
  })
  const reply = await app.inject('/')
  expect([reply.statusCode, reply.json(), reply.headers['retry-after']]).toEqual([503, errorBody(code), '1'])
  await app.close()
})
