import { once } from 'node:events'
import { toError } from '@ledger/database/process/to-error.ts'
import type { FastifyReply } from 'fastify'
import type { PostgresSessionStore } from '../../access/session-store.ts'
import { errorBodyFor } from '../errors.ts'
import { openConnectionSignals, type SignalWhileConnected, type StreamCall } from './abort-on-sign-out.ts'

/** Short enough that no proxy takes a long step for a dead connection. */
const EVENT_STREAM_HEARTBEAT_MS = 10_000

/**
 * Sends one event, an object or the text of JSON, and waits while the reader is behind. `id` is the last id that a
 * browser sends when it reconnects.
 * @throws where the client has disconnected
 */
export type SendEvent = (event: string, data: object | string, id?: number) => Promise<void>

/** The long-running answers of a company, and their clients. */
export interface EventStreams {
  signalWhileConnected: SignalWhileConnected
  /**
   * Answers with server-sent events while the work runs, and ends with it. A failure ends the stream with an `error`
   * event, which contains the error body.
   * @throws HttpRefusal unavailable where all streams have ended, and the time of the last ones is over
   */
  answerWithEvents(
    call: StreamCall,
    work: (send: SendEvent, signal: AbortSignal) => Promise<void>,
    options?: EventStreamOptions,
  ): Promise<FastifyReply>
}

interface EventStreamOptions {
  endless?: boolean
  /** The silence after which a comment is sent. */
  heartbeatMs?: number
}

/**
 * @param sessions tells whether a session is live; a look-up without an answer counts as none
 * @param endOfStreams aborted when all streams must end
 */
export function openEventStreams(
  sessions: Pick<PostgresSessionStore, 'isLive'>,
  endOfStreams: AbortSignal,
): EventStreams {
  const signalWhileConnected = openConnectionSignals(sessions, endOfStreams)

  async function answerWithEvents(
    call: StreamCall,
    work: (send: SendEvent, signal: AbortSignal) => Promise<void>,
    { heartbeatMs = EVENT_STREAM_HEARTBEAT_MS, ...options }: EventStreamOptions = {},
  ): Promise<FastifyReply> {
    const { reply } = call
    const { raw } = reply
    const signal = signalWhileConnected(call, options)
    // After the headers no code would end the connection.
    signal.throwIfAborted()
    reply.hijack()
    raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    } as Record<string, string>)
    // Without this, the headers would wait for the first event, and the client for them.
    raw.flushHeaders()
    const heartbeat = setInterval(() => {
      if (!signal.aborted && !raw.writableNeedDrain) raw.write(': \n\n')
    }, heartbeatMs)
    const send: SendEvent = async (event, data, id) => {
      signal.throwIfAborted()
      const mark = id === undefined ? '' : `id: ${id}\n`
      const isRead = raw.write(
        `${mark}event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
      )
      if (!isRead) await once(raw, 'drain', { signal })
    }
    try {
      await work(send, signal)
    } catch (error) {
      if (!signal.aborted) {
        const body = errorBodyFor(error)
        const reason = toError(error).message
        if (body.status >= 500) reply.log.error({ code: body.code, reason }, 'stream failed')
        await send('error', body).catch(() => undefined)
      }
    } finally {
      clearInterval(heartbeat)
      if (!signal.aborted) raw.end()
    }
    return reply
  }

  return { signalWhileConnected, answerWithEvents }
}
