import { once } from 'node:events'
import { get } from 'node:http'
import type { CompanyContext } from '@ledger/ledger-service/http/company-context.ts'
import { registerCompany } from '@ledger/ledger-service/http/plugins/company.ts'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

/** A company is in use from the first byte of a request until its answer is sent or its client has gone. */

async function serve({ isBroken = false } = {}) {
  const uses = { begun: 0, ended: 0 }
  const opened = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const errors: string[] = []
  const acme = { companyId: 'acme' } as CompanyContext
  const app = fastify()
  registerCompany(
    app,
    { companyFor: () => ({ companyId: 'acme' }), isPublicPageElsewhere: () => false } as never,
    {
      async acquire() {
        uses.begun++
        await opened.promise
        if (isBroken) throw new Error('away')
        return { services: { company: acme }, release: () => void uses.ended++ }
      },
    } as never,
    (error, companyId) => void errors.push(`${companyId}: ${error.message}`),
  )
  app.get('/', async ({ company, noCompany }) => {
    await answered.promise
    return { isFound: company === acme, noCompany: noCompany ?? null }
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  return { origin, app, uses, errors, open: opened.resolve, answer: answered.resolve }
}

/** Sends a request and leaves once the company is being opened. */
async function leaveEarly({ origin, app, uses }: Awaited<ReturnType<typeof serve>>): Promise<void> {
  const closed = once(app.server, 'connection').then(([socket]) => once(socket, 'close'))
  const request = get(origin, { agent: false }).on('error', () => undefined)
  await expect.poll(() => uses.begun).toBe(1)
  request.destroy()
  await closed
}

test('an answer ends the use', async () => {
  const server = await serve()
  server.open()
  const asked = fetch(server.origin)
  await expect.poll(() => server.uses.begun).toBe(1)
  expect(server.uses.ended).toBe(0)
  server.answer()
  expect(await (await asked).json()).toEqual({ isFound: true, noCompany: null })
  await expect.poll(() => server.uses.ended).toBe(1)
})

test('a client that leaves while the company is opened ends the use', async () => {
  const server = await serve()
  await leaveEarly(server)
  server.open()
  await expect.poll(() => server.uses.ended).toBe(1)
})

test('a client that leaves before its answer ends the use', async () => {
  const server = await serve()
  server.open()
  await leaveEarly(server)
  await expect.poll(() => server.uses.ended).toBe(1)
  server.answer()
})

test('a company that cannot be opened answers nothing, and has no use', async () => {
  const server = await serve({ isBroken: true })
  server.open()
  server.answer()
  expect(await (await fetch(server.origin)).json()).toEqual({ isFound: false, noCompany: 'could_not_open' })
  expect([server.errors, server.uses.ended]).toEqual([['acme: away'], 0])
})
