import { createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAwake } from '@ledger/ledger-service/http/awake.ts'
import { afterEach, expect, it, vi } from 'vitest'

/** When a company's app is opened, and when it is released. */

const servers: Server[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const server of servers.splice(0)) server.close()
})

/**
 * Starts a server whose companies are selected by the path. `made` lists each opening and closing of an app; requests
 * stay open until the test ends the response in `held`.
 */
async function serve({
  mayRest = () => true,
  isBroken = () => false,
  most,
}: {
  mayRest?: (companyId: string) => boolean
  isBroken?: () => boolean
  most?: number
} = {}) {
  const made: string[] = []
  const held: ServerResponse[] = []
  const errors: string[] = []
  const awake = openAwake(
    async (companyId, leaving) => {
      if (isBroken()) throw new Error('away')
      made.push(`open ${companyId}`)
      leaving.addEventListener('abort', () => made.push(`leave ${companyId}`))
      return {
        handle: (_request, response) => void held.push(response),
        close: async () => void made.push(`close ${companyId}`),
      }
    },
    mayRest,
    (error) => errors.push(error.message),
    most,
  )
  const server = createServer((request, response) =>
    awake.enter((request.url ?? '').slice(1), request, response, () => response.writeHead(503).end()),
  ).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const ask = (companyId: string) =>
    new Promise<number | undefined>((resolve, reject) =>
      get({ port, path: `/${companyId}`, agent: false }, (reply) => {
        reply.resume()
        reply.on('end', () => resolve(reply.statusCode))
      }).on('error', reject),
    )
  return { awake, made, held, errors, ask }
}

it('a company is made once for all who come at once, and is the same for who comes later', async () => {
  const { made, held, ask } = await serve()
  const answers = [ask('acme'), ask('acme'), ask('beta')]
  await expect.poll(() => held.length).toBe(3)
  for (const response of held.splice(0)) response.end()
  expect(await Promise.all(answers)).toEqual([200, 200, 200])
  const later = ask('acme')
  await expect.poll(() => held.length).toBe(1)
  held[0]?.end()
  await later
  expect(made).toEqual(['open acme', 'open beta'])
})

it('one that is let go is closed when the last has left, and made anew by who comes meanwhile', async () => {
  const { awake, made, held, ask } = await serve()
  const first = ask('acme')
  await expect.poll(() => held.length).toBe(1)
  const gone = awake.letGo('acme')
  expect(made).toEqual(['open acme', 'leave acme'])
  const second = ask('acme')
  held[0]?.end()
  expect(await first).toBe(200)
  await gone
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(2)
  held[1]?.end()
  expect(await second).toBe(200)
  expect(made).toEqual(['open acme', 'leave acme', 'close acme', 'open acme'])
})

it('one that cannot be made is tried again by the next', async () => {
  let isBroken = true
  const { made, held, ask } = await serve({ isBroken: () => isBroken })
  expect(await ask('acme')).toBe(503)
  isBroken = false
  const next = ask('acme')
  await expect.poll(() => held.length).toBe(1)
  held[0]?.end()
  expect(await next).toBe(200)
  expect(made).toEqual(['open acme'])
})

it('one that nobody has been in for ten minutes is let go, but not while somebody is, nor where it may not rest', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const { made, held, ask } = await serve({ mayRest: (companyId) => companyId !== 'only' })
  const answers = [ask('acme'), ask('beta'), ask('only')]
  await vi.waitUntil(() => held.length === 3)
  // The request to beta is still open.
  for (const response of held.filter((each) => each.req.url !== '/beta')) response.end()
  await Promise.all([answers[0], answers[2]])
  vi.advanceTimersByTime(9 * 60_000)
  expect(made).toHaveLength(3)
  vi.advanceTimersByTime(2 * 60_000)
  await vi.waitUntil(() => made.includes('close acme'))
  expect(made.slice(3)).toEqual(['leave acme', 'close acme'])
  held.find((each) => each.req.url === '/beta')?.end()
  await answers[1]
  vi.advanceTimersByTime(11 * 60_000)
  await vi.waitUntil(() => made.includes('close beta'))
  expect(made).not.toContain('close only')
})

it('of more than may be awake the quietest is let go, but none that somebody is in', async () => {
  const { awake, made, held, ask } = await serve({ most: 2 })
  const isIn = ask('acme')
  await expect.poll(() => held.length).toBe(1)
  const [busy] = held.splice(0)
  for (const [index, companyId] of ['beta', 'gamma', 'delta', 'beta'].entries()) {
    const answer = ask(companyId)
    await expect.poll(() => held.length).toBe(1)
    held.pop()?.end()
    expect(await answer).toBe(200)
    // A released app is closed before the next one is requested.
    await expect.poll(() => made.filter((what) => what.startsWith('close')).length).toBe(index)
  }
  expect(made.filter((what) => what.startsWith('close'))).toEqual(['close beta', 'close gamma', 'close delta'])
  expect(awake.all()).toEqual(['acme', 'beta'])
  busy?.end()
  expect(await isIn).toBe(200)
})

it('when the server closes nobody is woken any more, and everybody is let go', async () => {
  const { awake, made, held, ask } = await serve()
  const open = ask('acme')
  await expect.poll(() => held.length).toBe(1)
  awake.leave()
  expect(await ask('beta')).toBe(503)
  held[0]?.end()
  await open
  await awake.close()
  expect(made).toEqual(['open acme', 'leave acme', 'close acme'])
})
