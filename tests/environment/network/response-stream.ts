import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestClient } from './http-client.ts'

/** A request over its own connection, whose answer may remain unread. */
export interface ResponseStream {
  readonly socket: Socket
  /** Returns everything read so far. */
  received(): string
  /** Returns when the connection was closed (performance.now()); undefined while it is open. */
  closedAt(): number | undefined
}

/** Sends a request as the client; with `reads: false` it never reads the answer. */
export async function openResponseStream(
  client: TestClient,
  path: string,
  { reads = true, times = 1, headers = {} }: { reads?: boolean; times?: number; headers?: Record<string, string> } = {},
): Promise<ResponseStream> {
  const { hostname, port } = new URL(client.origin)
  // Every host is this machine.
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  let heard = ''
  let closedAt: number | undefined
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    closedAt = performance.now()
  })
  await once(socket, 'connect')
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const lines = Object.entries({ host: `${hostname}:${port}`, cookie, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`.repeat(times))
  // Without a data listener the bytes remain in the kernel's buffers, and then in the sender's.
  if (reads) socket.on('data', (chunk) => (heard += chunk))
  return { socket, received: () => heard, closedAt: () => closedAt }
}
