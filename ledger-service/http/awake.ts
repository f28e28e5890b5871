import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A company whose last request ended so long ago is let go: longer than anybody reads a screen that follows nothing. */
const QUIET_MS = 10 * 60_000
const SWEEP_MS = 30_000
/** Each takes some megabytes (docs/performance.md), and whoever asks at every host wakes them all: of more, the one that nobody has been in for longest is let go. */
const MOST_AWAKE = 300
/** After the last request of a company that is disabled: what was begun for whoever has gone ends in its own time. */
const AFTER_LAST_MS = 1000

/** Of the end of one answer. More would be a leak. */
const MOST_LISTENERS = 20

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** What serves one company, as long as it is awake. */
export interface Opened {
  handle: Handle
  /** Called when nobody is inside any more. */
  close(): Promise<void>
}

interface Kept<Made> {
  opening: Promise<Made>
  /** From when it is open until it is let go. */
  handle: Handle | undefined
  leaving: AbortController
  /** Requests whose answers have not ended. */
  inside: number
  /** One listener for every one of them. */
  leave: () => void
  emptied: PromiseWithResolvers<void>
  quietSinceMs: number
  closing: Promise<void> | undefined
}

/** The companies that are served: each from the first request on, until it has been quiet. */
export interface Awake<Made extends Opened> {
  /** Hands a request over, at once where the company is awake. @param onFail where it could not be woken */
  enter(companyId: string, request: IncomingMessage, response: ServerResponse, onFail: (error: unknown) => void): void
  /** What serves the company, made where there is none. */
  wake(companyId: string): Promise<Made>
  /** Which companies are awake, or are being let go. */
  all(): string[]
  /** Everybody leaves; when the last one has, it is closed. Whoever comes meanwhile waits for that, and wakes it anew. */
  letGo(companyId: string): Promise<void>
  /** Everybody is to leave, and nobody who sleeps is woken any more: the server closes. */
  leave(): void
  /** When the server has closed. */
  close(): Promise<void>
}

/**
 * @param mayRest whether a company may be let go because it is quiet
 * @param most so many are awake at once, unless somebody is in more of them
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
      // Whoever comes next tries again.
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
    // Fastify, the stream of a file and what compresses it have ten listeners there in all, up to which Node says nothing.
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
      // Else it was let go in the same moment, and is woken once more.
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
    // A server that has closed answers nobody any more.
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

  /** Those that are open, nobody is in, and may rest. */
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
