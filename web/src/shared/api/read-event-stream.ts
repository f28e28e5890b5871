import { parseErrorResponse, unreachableError } from './api-error.ts'
import { isUserPresent } from './user-presence.ts'

/**
 * One server-sent event: its name, its JSON, and the id that a reader sends as the last one it saw when it reconnects.
 */
export interface ServerSentEvent {
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

interface ReadEventStreamOptions {
  readonly lastId?: string | undefined
  /**
   * True where no user asked for the call, so that it does not count as use of the session. Without it, the call counts
   * while a user is at the screen.
   */
  readonly background?: boolean
}

/**
 * The server sends a heartbeat every 20 s at least. After a silence of this many milliseconds the connection is dead.
 */
const MAX_SILENCE_MS = 30_000

/**
 * Reads server-sent events with fetch. An `EventSource` cannot send `x-background`: its reconnects would count as use,
 * and the session of a forgotten screen would never end.
 * @throws ApiError where the stream is refused or breaks off; an AbortError where `signal` is aborted
 */
export async function* readEventStream(
  path: string,
  signal: AbortSignal,
  { lastId, background = !isUserPresent() }: ReadEventStreamOptions = {},
): AsyncGenerator<ServerSentEvent> {
  const response = await fetch(path, {
    credentials: 'same-origin',
    headers: {
      accept: 'text/event-stream',
      ...(background ? { 'x-background': '1' } : {}),
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    },
    signal,
  }).catch((cause: unknown) => {
    throw signal.aborted ? cause : unreachableError(cause)
  })
  if (!response.ok || response.body === null) throw await parseErrorResponse(response)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withSilenceLimit(reader.read()).catch((cause: unknown) => {
        throw signal.aborted ? cause : unreachableError(cause)
      })
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const sent = parseEventBlock(block)
        if (sent !== undefined) yield sent
      }
    }
  } finally {
    // The error of a connection that has ended or was given up needs no report.
    void reader.cancel().catch(() => undefined)
  }
}

function withSilenceLimit<T>(word: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The stream fell silent')), MAX_SILENCE_MS)
    word.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Parses one block of the stream; undefined for a heartbeat, which is a comment. */
function parseEventBlock(block: string): ServerSentEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const
    }),
  )
  const data = fields.get('data')
  return data === undefined ? undefined : { event: fields.get('event') ?? 'message', data, id: fields.get('id') }
}
