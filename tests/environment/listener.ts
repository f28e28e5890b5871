import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Client } from './client.ts'

/** Who asks for something over a connection of their own, and reads of the answer as much as they like. */
export interface Listener {
  readonly socket: Socket
  /** What was read so far. */
  heard(): string
  /** When the connection was closed (performance.now()); undefined while it stands. */
  closedAt(): number | undefined
}

/** Asks as the client; with `reads: false` nothing of the answer is ever taken off the connection. */
export async function listen(
  client: Client,
  path: string,
  { reads = true, times = 1, headers = {} }: { reads?: boolean; times?: number; headers?: Record<string, string> } = {},
): Promise<Listener> {
  const { hostname, port } = new URL(client.origin)
  // Whatever the host is called, it is this machine.
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
  // A socket without a listener for its data leaves them with the kernel, and then with who sent them.
  if (reads) socket.on('data', (chunk) => (heard += chunk))
  return { socket, heard: () => heard, closedAt: () => closedAt }
}
