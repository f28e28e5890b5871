import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sessions } from '../access/sessions.ts'
import { bodyOf, Gone, TurnedAway } from './errors.ts'
import { onceOver } from './once-over.ts'

/** Often enough that no proxy takes a long step for a dead connection. */
const HEARTBEAT_MS = 10_000
/** How often it is asked whether the sessions of all who listen still live: in one query, whose answer is kept for nobody. */
const LOOK_MS = 1000
/** After so many looks without an answer nobody knows who listens: with the look itself, less than the 5 s of promises.md, Streams. */
const UNANSWERED_LOOKS = 3
/** What a service that closes, or lets a company go, still gives to a file that somebody is fetching. */
const LAST_MS = 5000

/**
 * Sends one event, an object or the text of JSON, and waits while the reader is behind. `id` is what a browser that reconnects says it saw
 * last. @throws where nobody listens any more
 */
export type Send = (event: string, data: object | string, id?: number) => Promise<void>

interface Call {
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers that go on for long, and whoever they go to. One for each service. */
export interface Streams {
  /**
   * Aborted when the connection closes, and within 5 s when the session ends, whatever ended it, or when everybody is to leave. An answer
   * that has begun is then cut off; of one that has not, the reason says how to turn it away. `endless` ones are cut first of those who are to leave.
   */
  whileHeard(call: Call, options?: { endless?: boolean }): AbortSignal
  /** Answers with server-sent events while some work goes on, and ends with it. A failure ends the stream with an `error` event, which holds what the answer would have said. */
  events(
    call: Call,
    work: (send: Send, signal: AbortSignal) => Promise<void>,
    options?: EventsOptions,
  ): Promise<FastifyReply>
}

interface EventsOptions {
  endless?: boolean
  /** How long nothing is said before a comment is. */
  heartbeatMs?: number
}

interface Listener {
  sessionId: string | undefined
  raw: FastifyReply['raw']
  heard: AbortController
  endless: boolean
  unanswered: number
}

/** @param leaving aborted when everybody is to leave */
export function openStreams(app: FastifyInstance, sessions: Sessions, leaving: AbortSignal): Streams {
  const listeners = new Map<FastifyReply['raw'], Listener>()
  let looks: NodeJS.Timeout | undefined
  /** Everybody was to leave, and has had their time. */
  let isOver = false
  let last: NodeJS.Timeout | undefined

  function whileHeard({ request, reply }: Call, { endless = false } = {}): AbortSignal {
    const { raw } = reply
    const known = listeners.get(raw)
    if (known) return known.heard.signal
    const sessionId = request.session?.signedIn ? request.session.sessionId : undefined
    const listener = { sessionId, raw, heard: new AbortController(), endless, unanswered: 0 }
    listeners.set(raw, listener)
    looks ??= setInterval(lookAtAll, LOOK_MS)
    onceOver(reply, () => {
      listeners.delete(raw)
      if (listeners.size === 0) looks = void clearInterval(looks)
      listener.heard.abort(new Gone())
    })
    if (isOver) end(listener, 'unavailable')
    return listener.heard.signal
  }

  function lookAtAll(): void {
    for (const listener of listeners.values()) {
      if (listener.sessionId === undefined) continue
      if (listener.unanswered++ >= UNANSWERED_LOOKS) end(listener, 'unauthorized')
      else void look(listener, listener.sessionId)
    }
  }

  async function look(listener: Listener, sessionId: string): Promise<void> {
    // A look that fails is one without an answer.
    const isLive = await sessions.isLive(sessionId).catch(() => undefined)
    if (isLive) listener.unanswered = 0
    if (isLive === false) end(listener, 'unauthorized')
  }

  function end({ raw, heard }: Listener, because: 'unauthorized' | 'unavailable'): void {
    heard.abort(new TurnedAway(because))
    if (raw.headersSent) raw.destroy()
  }

  async function events(
    call: Call,
    work: (send: Send, signal: AbortSignal) => Promise<void>,
    { heartbeatMs = HEARTBEAT_MS, ...options }: EventsOptions = {},
  ): Promise<FastifyReply> {
    const { reply } = call
    const { raw } = reply
    const signal = whileHeard(call, options)
    reply.hijack()
    raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    } as Record<string, string>)
    // Else they would wait for the first event, and so would whoever opened the stream.
    raw.flushHeaders()
    const heartbeat = setInterval(() => {
      if (!signal.aborted && !raw.writableNeedDrain) raw.write(': \n\n')
    }, heartbeatMs)
    const send: Send = async (event, data, id) => {
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
        const body = bodyOf(error)
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

  // Every file that is streamed, whoever wrote the route: it is not given to the end to somebody who was signed out meanwhile. By the route,
  // because an address can be written in many ways: /%61pi/bills/… is a bill, too.
  app.addHook('onSend', async (request, reply, payload) => {
    const isOfApi = request.routeOptions.url?.startsWith('/api/') === true
    if (isOfApi && payload instanceof Readable) endWith(whileHeard({ request, reply }), payload)
    return payload
  })

  function leave(): void {
    for (const listener of listeners.values()) if (listener.endless) end(listener, 'unavailable')
    last = setTimeout(() => {
      isOver = true
      for (const listener of listeners.values()) end(listener, 'unavailable')
    }, LAST_MS)
  }

  leaving.addEventListener('abort', leave, { once: true })
  app.addHook('onClose', async () => clearTimeout(last))

  return { whileHeard, events }
}

/** A file of which nothing is made yet waits for its turn no longer; with its failure whoever asked for it is turned away. */
function endWith(signal: AbortSignal, file: Readable): void {
  const end = () => {
    if (signal.reason instanceof TurnedAway) file.destroy(signal.reason)
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
}
