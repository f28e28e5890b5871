import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PostgresSessionStore } from '../../access/session-store.ts'
import { ClientGone, errorBodyFor, HttpRefusal } from '../errors.ts'
import { sessionIdOf } from '../plugins/session.ts'
import { onResponseClosed } from '../responses/on-response-closed.ts'

/** Short enough that no proxy takes a long step for a dead connection. */
const EVENT_STREAM_HEARTBEAT_MS = 10_000
/** How often the sessions of all listeners are checked: in one query, whose result is not cached. */
const SESSION_CHECK_MS = 1000
/**
 * After this many checks without an answer the streams end, because their sessions are unknown: with the check itself,
 * less than the 5 s of security.md, Streams.
 */
const MAX_UNANSWERED_SESSION_CHECKS = 3
/** The time that a download in progress still has when the server closes or the company is disabled. */
const CLOSING_GRACE_MS = 5000

/**
 * Sends one event, an object or the text of JSON, and waits while the reader is behind. `id` is the last id that a
 * browser sends when it reconnects.
 * @throws where the client has disconnected
 */
export type SendEvent = (event: string, data: object | string, id?: number) => Promise<void>

interface StreamCall {
  request: FastifyRequest
  reply: FastifyReply
}

/** The long-running answers of a company, and their clients. */
export interface EventStreams {
  /**
   * Returns a signal that aborts when the connection closes, and within 5 s when the session ends for any reason, or
   * when all streams must end. An answer that has begun is then cut off; for one that has not, the reason gives the
   * refusal. When all must end, `endless` ones are cut first.
   */
  signalWhileConnected(call: StreamCall, options?: { endless?: boolean }): AbortSignal
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

interface StreamListener {
  sessionId: string | undefined
  raw: FastifyReply['raw']
  heard: AbortController
  endless: boolean
  unanswered: number
}

/**
 * @param sessions tells whether a session is live; a look-up without an answer counts as none
 * @param endOfStreams aborted when all streams must end
 */
export function openEventStreams(
  sessions: Pick<PostgresSessionStore, 'isLive'>,
  endOfStreams: AbortSignal,
): EventStreams {
  const listeners = new Map<FastifyReply['raw'], StreamListener>()
  let looks: NodeJS.Timeout | undefined
  /** All streams had to end, and their time is over. */
  let isOver = false

  function signalWhileConnected({ request, reply }: StreamCall, { endless = false } = {}): AbortSignal {
    const { raw } = reply
    const known = listeners.get(raw)
    if (known) return known.heard.signal
    const sessionId = request.session?.signedIn ? sessionIdOf(request) : undefined
    const listener = { sessionId, raw, heard: new AbortController(), endless, unanswered: 0 }
    listeners.set(raw, listener)
    looks ??= setInterval(lookAtAll, SESSION_CHECK_MS)
    onResponseClosed(reply, () => {
      listeners.delete(raw)
      if (listeners.size === 0) looks = void clearInterval(looks)
      listener.heard.abort(new ClientGone())
    })
    if (isOver) end(listener, 'unavailable')
    return listener.heard.signal
  }

  function lookAtAll(): void {
    for (const listener of listeners.values()) {
      if (listener.sessionId === undefined) continue
      if (listener.unanswered++ >= MAX_UNANSWERED_SESSION_CHECKS) end(listener, 'unauthorized')
      else void look(listener, listener.sessionId)
    }
  }

  async function look(listener: StreamListener, sessionId: string): Promise<void> {
    // A check that fails counts as unanswered.
    const isLive = await sessions.isLive(sessionId).catch(() => undefined)
    if (isLive) listener.unanswered = 0
    if (isLive === false) end(listener, 'unauthorized')
  }

  function end({ raw, heard }: StreamListener, because: 'unauthorized' | 'unavailable'): void {
    heard.abort(new HttpRefusal(because))
    if (raw.headersSent) raw.destroy()
  }

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
        const reason = error instanceof Error ? error.message : String(error)
        if (body.status >= 500) reply.log.error({ code: body.code, reason }, 'stream failed')
        await send('error', body).catch(() => undefined)
      }
    } finally {
      clearInterval(heartbeat)
      if (!signal.aborted) raw.end()
    }
    return reply
  }

  function endStream(): void {
    for (const listener of listeners.values()) if (listener.endless) end(listener, 'unavailable')
    setTimeout(() => {
      isOver = true
      for (const listener of listeners.values()) end(listener, 'unavailable')
    }, CLOSING_GRACE_MS).unref()
  }

  if (endOfStreams.aborted) endStream()
  else endOfStreams.addEventListener('abort', endStream, { once: true })

  return { signalWhileConnected, answerWithEvents }
}

/**
 * Cuts off every streamed file, on any route, when its user is signed out meanwhile. The route decides, because an
 * address can be written in many ways: /%61pi/bills/… is a bill, too.
 */
export function registerFileCutOff(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const streams = request.routeOptions.url?.startsWith('/api/') ? request.company?.streams : undefined
    if (streams && payload instanceof Readable)
      destroyOnAbort(streams.signalWhileConnected({ request, reply }), payload)
    return payload
  })
}

/** Ends a file at the signal: one that is still queued leaves the queue, and its client receives the refusal. */
function destroyOnAbort(signal: AbortSignal, file: Readable): void {
  const end = () => {
    if (signal.reason instanceof HttpRefusal) file.destroy(signal.reason)
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
}
