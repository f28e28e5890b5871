import { addAbortSignal, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from './send-file.ts'
import type { Streams } from './stream.ts'

interface Call {
  request: FastifyRequest
  reply: FastifyReply
}

export type OnProgress = (done: object) => void

/**
 * Returns an answer that takes long. A client that accepts an event stream receives its progress: `progress` events,
 * then the answer as `done`, or the refusal as `error`.
 * @param work gives the answer, an object or the text of JSON
 */
export async function answerLong<Answer extends object>(
  call: Call,
  streams: Streams,
  work: (onProgress: OnProgress, signal: AbortSignal) => Promise<Answer | string>,
): Promise<Answer | FastifyReply> {
  const { reply } = call
  if (wantsEvents(call))
    return streams.events(call, async (send, signal) => {
      await send('done', await work(telling(send), signal))
    })
  const answer = await work(() => undefined, streams.whileHeard(call))
  // A text was made through the contract's schema.
  return typeof answer === 'string' ? reply.type('application/json; charset=utf-8').send(answer) : answer
}

/**
 * Sends a file that takes long: as it is, or, in an event stream, its bytes in base64 as `bytes` events beside the
 * progress.
 */
export async function sendLong(
  call: Call,
  streams: Streams,
  make: (onProgress: OnProgress) => Readable,
  named: { type: string; name: string },
): Promise<FastifyReply> {
  if (!wantsEvents(call))
    return sendFile(
      call.reply,
      make(() => undefined),
      named,
    )
  return streams.events(call, async (send, signal) => {
    const file = addAbortSignal(signal, make(telling(send)))
    for await (const bytes of file) await send('bytes', `"${Buffer.from(bytes).toString('base64')}"`)
    await send('done', named)
  })
}

function wantsEvents({ request }: Call): boolean {
  return request.headers.accept?.includes('text/event-stream') ?? false
}

/** Returns a function that sends the progress; errors of a closed connection are ignored. */
function telling(send: (event: string, data: object) => Promise<void>): OnProgress {
  return (done) => void send('progress', done).catch(() => undefined)
}
