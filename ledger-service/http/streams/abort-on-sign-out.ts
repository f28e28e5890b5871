import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PostgresSessionStore } from '../../access/session-store.ts'
import { ClientGone, HttpRefusal } from '../errors.ts'
import { sessionIdOf } from '../plugins/session.ts'
import { onResponseClosed } from '../responses/on-response-closed.ts'

/** How often the sessions of all listeners are checked: in one query, whose result is not cached. */
const SESSION_CHECK_MS = 1000
/**
 * After this many checks without an answer the streams end, because their sessions are unknown: with the check itself,
 * less than the 5 s of security.md, Streams.
 */
const MAX_UNANSWERED_SESSION_CHECKS = 3
/** The time that a download in progress still has when the server closes or the company is disabled. */
const CLOSING_GRACE_MS = 5000

export interface StreamCall {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Returns a signal that aborts when the connection closes, and within 5 s when the session ends for any reason, or
 * when all streams must end. An answer that has begun is then cut off; for one that has not, the reason gives the
 * refusal. When all must end, `endless` ones are cut first.
 */
export type SignalWhileConnected = (call: StreamCall, options?: { endless?: boolean }) => AbortSignal

interface StreamListener {
  sessionId: string | undefined
  raw: FastifyReply['raw']
  disconnected: AbortController
  endless: boolean
  unanswered: number
}

/**
 * Returns what gives each long-running answer of a company its signal, and checks their sessions each second.
 * @param sessions tells whether a session is live; a look-up without an answer counts as none
 * @param endOfStreams aborted when all streams must end
 */
export function openConnectionSignals(
  sessions: Pick<PostgresSessionStore, 'isLive'>,
  endOfStreams: AbortSignal,
): SignalWhileConnected {
  const listeners = new Map<FastifyReply['raw'], StreamListener>()
  let sessionCheckTimer: NodeJS.Timeout | undefined
  /** All streams had to end, and their time is over. */
  let isOver = false

  function signalWhileConnected({ request, reply }: StreamCall, { endless = false } = {}): AbortSignal {
    const { raw } = reply
    const known = listeners.get(raw)
    if (known) return known.disconnected.signal
    const sessionId = request.session?.signedIn ? sessionIdOf(request) : undefined
    const listener = { sessionId, raw, disconnected: new AbortController(), endless, unanswered: 0 }
    listeners.set(raw, listener)
    sessionCheckTimer ??= setInterval(checkAllSessions, SESSION_CHECK_MS)
    onResponseClosed(reply, () => {
      listeners.delete(raw)
      if (listeners.size === 0) sessionCheckTimer = void clearInterval(sessionCheckTimer)
      listener.disconnected.abort(new ClientGone())
    })
    if (isOver) end(listener, 'unavailable')
    return listener.disconnected.signal
  }

  function checkAllSessions(): void {
    for (const listener of listeners.values()) {
      if (listener.sessionId === undefined) continue
      if (listener.unanswered++ >= MAX_UNANSWERED_SESSION_CHECKS) end(listener, 'unauthorized')
      else void checkSession(listener, listener.sessionId)
    }
  }

  async function checkSession(listener: StreamListener, sessionId: string): Promise<void> {
    // A check that fails counts as unanswered.
    const isLive = await sessions.isLive(sessionId).catch(() => undefined)
    if (isLive) listener.unanswered = 0
    if (isLive === false) end(listener, 'unauthorized')
  }

  function end({ raw, disconnected }: StreamListener, because: 'unauthorized' | 'unavailable'): void {
    disconnected.abort(new HttpRefusal(because))
    if (raw.headersSent) raw.destroy()
  }

  function endAllStreams(): void {
    for (const listener of listeners.values()) if (listener.endless) end(listener, 'unavailable')
    setTimeout(() => {
      isOver = true
      for (const listener of listeners.values()) end(listener, 'unavailable')
    }, CLOSING_GRACE_MS).unref()
  }

  if (endOfStreams.aborted) endAllStreams()
  else endOfStreams.addEventListener('abort', endAllStreams, { once: true })

  return signalWhileConnected
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
