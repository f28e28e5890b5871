import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A company's app is evicted after this time without requests: longer than a user reads a screen without an open
 * stream.
 */
const QUIET_MS = 10 * 60_000
const SWEEP_MS = 30_000
/**
 * Each takes some megabytes (docs/performance.md), and a client that sends requests to every host opens all of them:
 * above this number the app that has been idle longest is evicted.
 */
const MOST_AWAKE = 300
/** The wait after the last request of a disabled company: work that was begun for closed connections ends by itself. */
const AFTER_LAST_MS = 1000

/** The limit of listeners for the end of one answer. More would be a leak. */
const MOST_LISTENERS = 20

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** The app of one company, while it is open. */
export interface Opened {
  handle: Handle
  /** Called when no request is in progress any more. */
  close(): Promise<void>
}

interface Kept<Made> {
  opening: Promise<Made>
  /** Set while the app is open. */
  handle: Handle | undefined
  leaving: AbortController
  /** Requests whose answers have not ended. */
  inside: number
  /** The same listener for all requests. */
  leave: () => void
  emptied: PromiseWithResolvers<void>
  quietSinceMs: number
  closing: Promise<void> | undefined
}

/** The cache of company apps: each is opened at the first request and evicted when it has been idle. */
export interface Awake<Made extends Opened> {
  /**
   * Passes a request on, at once where the app is open.
   * @param onFail called where the app could not be opened
   */
  enter(companyId: string, request: IncomingMessage, response: ServerResponse, onFail: (error: unknown) => void): void
  /** Returns the app of a company, and opens it where it is not open. */
  wake(companyId: string): Promise<Made>
  /** Returns the companies whose apps are open or closing. */
  all(): string[]
  /**
   * Ends the streams of a company, and closes its app after the last request. A request that arrives meanwhile waits
   * for that, and opens the app again.
   */
  letGo(companyId: string): Promise<void>
  /** Ends all streams and opens no more apps: the server closes. */
  leave(): void
  /** Closes all apps; call it when the server has closed. */
  close(): Promise<void>
}

/**
 * @param mayRest whether an idle company may be evicted
 * @param most the limit of open apps, unless more of them have requests in progress
 */
export function openAwake<Made extends Opened>(
  open: (companyId: string, leaving: AbortSignal) => Promise<Made>,
  mayRest: (companyId: string) => boolean,
  onError: (error: Error, companyId: string) => void,
  most = MOST_AWAKE,
): Awake<Made> {
  const kept = new Map<string, Kept<Made>>()
  let isOver = false

  function begin(companyId: string): Kept<Made> {
    if (isOver) throw new Error('The server closes')
    const leaving = new AbortController()
    const one: Kept<Made> = {
      opening: open(companyId, leaving.signal),
      handle: undefined,
      leaving,
      inside: 0,
      leave() {
        if (--one.inside > 0) return
        one.quietSinceMs = performance.now()
        if (leaving.signal.aborted) one.emptied.resolve()
      },
      emptied: Promise.withResolvers<void>(),
      quietSinceMs: performance.now(),
      closing: undefined,
    }
    kept.set(companyId, one)
    if ([...kept.values()].filter(({ closing }) => !closing).length > most) letQuietestGo()
    one.opening.then(
      ({ handle }) => {
        if (!one.closing) one.handle = handle
      },
      // The next request tries again.
      () => kept.delete(companyId),
    )
    return one
  }

  async function wake(companyId: string): Promise<Made> {
    for (;;) {
      const one = kept.get(companyId) ?? begin(companyId)
      const made = await one.opening
      if (!one.closing) return made
      await one.closing
    }
  }

  function pass(one: Kept<Made>, handle: Handle, request: IncomingMessage, response: ServerResponse): void {
    one.inside++
    // Fastify, the stream of a file and its compression add ten listeners there in all, up to which Node gives no
    // warning.
    response.setMaxListeners(MOST_LISTENERS).on('close', one.leave)
    handle(request, response)
  }

  function enter(
    companyId: string,
    request: IncomingMessage,
    response: ServerResponse,
    onFail: (error: unknown) => void,
  ): void {
    const one = kept.get(companyId)
    if (one?.handle) pass(one, one.handle, request, response)
    else enterWoken(companyId, request, response).catch(onFail)
  }

  async function enterWoken(companyId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (;;) {
      await wake(companyId)
      if (response.destroyed) return
      const one = kept.get(companyId)
      // Otherwise it was evicted at the same moment, and is opened once more.
      if (one?.handle) return pass(one, one.handle, request, response)
    }
  }

  async function letGo(companyId: string): Promise<void> {
    const one = kept.get(companyId)
    if (!one) return
    one.closing ??= shut(companyId, one).catch((error) => onError(error, companyId))
    await one.closing
  }

  async function shut(companyId: string, one: Kept<Made>): Promise<void> {
    one.handle = undefined
    one.leaving.abort()
    const made = await one.opening
    // A closed server answers no more requests.
    if (one.inside > 0 && !isOver) {
      await one.emptied.promise
      await sleep(AFTER_LAST_MS)
    }
    try {
      await made.close()
    } finally {
      kept.delete(companyId)
    }
  }

  /** Returns the open apps without requests that may be evicted. */
  function quiet(): [string, Kept<Made>][] {
    return [...kept].filter(([companyId, { handle, inside }]) => handle && inside === 0 && mayRest(companyId))
  }

  function letQuietestGo(): void {
    const [first, ...others] = quiet()
    if (!first) return
    const [quietest] = others.reduce((one, other) => (other[1].quietSinceMs < one[1].quietSinceMs ? other : one), first)
    void letGo(quietest)
  }

  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [companyId, { quietSinceMs }] of quiet()) if (now - quietSinceMs > QUIET_MS) void letGo(companyId)
  }, SWEEP_MS).unref()

  return {
    enter,
    wake,
    all: () => [...kept.keys()],
    letGo,
    leave() {
      isOver = true
      for (const { leaving } of kept.values()) leaving.abort()
    },
    async close() {
      clearInterval(sweep)
      await Promise.all([...kept.keys()].map((companyId) => letGo(companyId)))
    },
  }
}
