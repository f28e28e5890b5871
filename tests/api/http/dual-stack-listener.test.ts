import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { startTestService } from '../../environment/service/test-service.ts'

/** A browser that opens `localhost` tries ::1 or 127.0.0.1, in an order of its own. */

it('at localhost both loopback addresses answer, are held to the same limits, and close with the service', async () => {
  const api = await startTestService({ host: 'localhost' })
  const { port } = api.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const status = (host: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) =>
      get({ host, port, path, agent }, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode))
      }).on('error', reject),
    )
  for (const host of ['127.0.0.1', '::1']) {
    expect(await status(host, '/healthz'), host).toBe(200)
    expect(await status(host, '/api/site/auth'), host).toBe(401)
    const broken = connect(port, host)
    broken.end('no request\r\n\r\n')
    const [answer] = await once(broken, 'data')
    expect(String(answer), host).toContain('HTTP/1.1 400')
  }
  // The agent's keep-alive connections are still open.
  await api.close()
  for (const host of ['127.0.0.1', '::1']) await expect(status(host, '/healthz'), host).rejects.toThrow()
  agent.destroy()
})

it('at an address it listens there and nowhere else', async () => {
  const api = await startTestService()
  const { port } = api.app.server.address() as AddressInfo
  const elsewhere = connect(port, '::1')
  const [error] = await once(elsewhere, 'error')
  expect(String(error)).toMatch(/ECONNREFUSED|EADDRNOTAVAIL/)
  await api.close()
})
