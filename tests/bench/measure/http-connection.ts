import { connect, type Socket } from 'node:net'

/**
 * One keep-alive connection with one request at a time, because a load generator must cost less than what it measures.
 */
export class HttpConnection {
  readonly #socket: Socket
  #received = ''
  #answered: ((status: number) => void) | undefined
  #failed: ((error: Error) => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    // In Latin-1 a character is a byte, as Content-Length counts.
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#take(chunk))
    const lost = (error?: Error) => this.#failed?.(error ?? new Error('The connection was closed'))
    socket.on('error', lost)
    socket.on('close', () => lost())
  }

  static open(host: string, port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port }, () => resolve(new HttpConnection(socket)))
      socket.once('error', reject)
    })
  }

  /** @returns the status of the answer */
  ask(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #take(chunk: string): void {
    this.#received += chunk
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1]
    if (length === undefined || this.#received.length < headEnd + 4 + Number(length)) return
    const status = Number(this.#received.slice(9, 12))
    this.#received = ''
    this.#answered?.(status)
  }
}
