import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a server whose line can be cut and restored; its address stays the same. */
export interface CuttableProxy {
  origin: string
  /** Ends every connection at once, and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Passes on requests from now on, and closes the connection in place of each answer. */
  dropAnswers(): void
  passAnswers(): void
}

/** Opens the proxy; a new connection transfers nothing for `afterMs`. */
export async function openCuttableProxy(origin: string, { afterMs = 0 } = {}): Promise<CuttableProxy> {
  const { port: target } = new URL(origin)
  const open = new Set<Socket>()
  let isMute = false
  const server = createServer(async (near) => {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
    const far = connect(Number(target), '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      // A cut appears as a reset.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (answer) => (isMute ? near.destroy() : near.write(answer)))
    far.on('end', () => near.end())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    // `singleText` leaves no listener at the server, however often the line is restored.
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
    restore: () => listen(port),
    dropAnswers() {
      isMute = true
    },
    passAnswers() {
      isMute = false
    },
  }
}
