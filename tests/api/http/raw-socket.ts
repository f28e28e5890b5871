import { connect } from 'node:net'
import { errorBodySchema } from '@ledger/contracts/http/error-body-schema.ts'

export interface RawAnswer {
  /** Everything that the server sent until it closed. */
  text: string
  status: number
  headers: Map<string, string>
  body: string
  /** The lifetime of the connection, in milliseconds. */
  openMs: number
}

/** Sends bytes unchanged, one part after another with a pause between them, and waits until the server closes. */
export async function sendRaw(
  origin: string,
  parts: string[],
  { pauseMs = 0, limitMs = 10_000 } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const begun = performance.now()
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  const closed = new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => {
      socket.destroy()
      reject(new Error(`The server kept the connection open for ${limitMs} ms: ${Buffer.concat(chunks)}`))
    }, limitMs)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => socket.destroy())
    // The server may close while the client still sends: only its answer counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(limit)
      resolve()
    })
  })
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(part)
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await closed
  return read(Buffer.concat(chunks).toString(), performance.now() - begun)
}

function read(text: string, openMs: number): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return { text, status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), openMs }
}

/** Returns the error body of an answer. */
export function errorOf({ body }: { body: string }) {
  return errorBodySchema.parse(JSON.parse(body))
}
