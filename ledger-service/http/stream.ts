import type { FastifyReply } from 'fastify'

/** Often enough that no proxy takes a long step for a dead connection. */
const HEARTBEAT_MS = 10_000

/** `id` is what a browser that reconnects says it saw last. */
type Send = (event: string, data: object, id?: number) => void

/**
 * Answers with server-sent events while some work goes on, and ends with it. A failure ends the stream with an `error`
 * event that says no more than that.
 */
export async function streamed(reply: FastifyReply, work: (send: Send) => Promise<void>): Promise<FastifyReply> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  } as Record<string, string>)
  // Else they would wait for the first event, and so would whoever opened the stream.
  raw.flushHeaders()
  const heartbeat = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS)
  const send: Send = (event, data, id) => {
    const mark = id === undefined ? '' : `id: ${id}\n`
    raw.write(`${mark}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  try {
    await work(send)
  } catch (error) {
    reply.log.error({ reason: error instanceof Error ? error.message : String(error) }, 'stream failed')
    send('error', { code: 'internal' })
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
  return reply
}
