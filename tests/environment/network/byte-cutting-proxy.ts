import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `asked` goes to the server, `answered` comes back from it. */
export type ProxyDirection = 'asked' | 'answered'

/**
 * Inspects each piece on one connection.
 * @returns the number of its bytes that still pass before both ends are reset; undefined lets everything through
 */
export type CutRule = (direction: ProxyDirection, piece: Buffer) => number | undefined

export interface ByteCuttingProxy {
  port: number
  /** Returns the number of connections cut so far. */
  cutCount(): number
  close(): Promise<void>
}

/**
 * Opens a proxy to a server on this machine that cuts connections where a knife says; each connection gets its own
 * knife.
 */
export async function openByteCuttingProxy(target: number, newKnife: () => CutRule): Promise<ByteCuttingProxy> {
  const open = new Set<Socket>()
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const knife = newKnife()
    let isCut = false
    const pass = (direction: ProxyDirection, from: Socket, to: Socket) => {
      open.add(from)
      from.setNoDelay(true)
      // A cut appears as a reset.
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.on('data', (piece) => {
        if (isCut) return
        const passing = knife(direction, piece)
        if (passing === undefined) {
          if (!to.write(piece)) from.pause()
          return
        }
        isCut = true
        cuts++
        to.write(piece.subarray(0, passing), () => {
          near.resetAndDestroy()
          far.resetAndDestroy()
        })
      })
      to.on('drain', () => from.resume())
    }
    pass('asked', near, far)
    pass('answered', far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    cutCount: () => cuts,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
