import { addAbortSignal, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStreams } from './event-stream.ts'
import { sendFileDownload } from './file-download.ts'

interface LongRunningCall {
  request: FastifyRequest
  reply: FastifyReply
}

export type OnProgress = (done: object) => void

/**
 * Returns an answer that takes long. A client that accepts an event stream receives its progress: `progress` events,
 * then the answer as `done`, or the refusal as `error`.
 * @param work gives the answer, an object or the text of JSON
 */
export async function answerWithProgress<Answer extends object>(
  call: LongRunningCall,
  streams: EventStreams,
  work: (onProgress: OnProgress, signal: AbortSignal) => Promise<Answer | string>,
): Promise<Answer | FastifyReply> {
  const { reply } = call
  if (acceptsEventStream(call))
    return streams.answerWithEvents(call, async (send, signal) => {
      await send('done', await work(progressSender(send), signal))
    })
  const answer = await work(() => undefined, streams.signalWhileConnected(call))
  // A text was made through the contract's schema.
  return typeof answer === 'string' ? reply.type('application/json; charset=utf-8').send(answer) : answer
}

/**
 * Sends a file that takes long: as it is, or, in an event stream, its bytes in base64 as `bytes` events beside the
 * progress.
 * @param make may refuse, before the first byte is sent
 */
export async function sendFileWithProgress(
  call: LongRunningCall,
  streams: EventStreams,
  make: (onProgress: OnProgress, signal: AbortSignal) => Readable | Promise<Readable>,
  named: { type: string; name: string },
): Promise<FastifyReply> {
  if (!acceptsEventStream(call))
    return sendFileDownload(call.reply, await make(() => undefined, streams.signalWhileConnected(call)), named)
  return streams.answerWithEvents(call, async (send, signal) => {
    const file = addAbortSignal(signal, await make(progressSender(send), signal))
    for await (const bytes of file) await send('bytes', `"${Buffer.from(bytes).toString('base64')}"`)
    await send('done', named)
  })
}

function acceptsEventStream({ request }: LongRunningCall): boolean {
  return request.headers.accept?.includes('text/event-stream') ?? false
}

/** Returns a function that sends the progress; errors of a closed connection are ignored. */
function progressSender(send: (event: string, data: object) => Promise<void>): OnProgress {
  return (done) => void send('progress', done).catch(() => undefined)
}
