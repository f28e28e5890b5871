import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server in front of another, for a browser whose network no tool can intercept. Its address stays the same. */
export interface FrontServer {
  readonly origin: string
  /** Passes requests on to this origin from now on. */
  passTo(origin: string): void
  /** Ends every connection at once, and each new one, until `restore`. */
  cut(): void
  restore(): void
  /** Holds back the answers to these paths until the returned `release`. `requested` resolves at the first request. */
  hold(path: RegExp): { readonly requested: Promise<void>; release(): void }
  close(): Promise<void>
}

interface Hold {
  readonly path: RegExp
  readonly released: Promise<void>
  onRequested(): void
}

export async function startFrontServer(): Promise<FrontServer> {
  let target = ''
  let isCut = false
  const holds = new Set<Hold>()

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    for (const { path, released, onRequested } of holds)
      if (path.test(asked.url ?? '')) {
        onRequested()
        await released
      }
    const { method, headers, url } = asked
    const passed = request(`${target}${url}`, { method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
      // A cut appears as a reset.
      from.on('error', () => answer.destroy())
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }

  const server = createServer((asked, answer) => void pass(asked, answer))
  server.on('connection', (socket) => {
    if (isCut) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    passTo(origin) {
      target = origin
    },
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    restore() {
      isCut = false
    },
    hold(path) {
      const { promise: requested, resolve: onRequested } = Promise.withResolvers<void>()
      const { promise: released, resolve } = Promise.withResolvers<void>()
      const hold = { path, released, onRequested }
      holds.add(hold)
      return {
        requested,
        release() {
          holds.delete(hold)
          resolve()
        },
      }
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
