import { finished, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { TurnedAway } from './errors.ts'

/**
 * Answers with a file while it is made. One that fails is broken off without its last chunk, which a browser tells as a failed
 * download, and says why in the log; one that nobody fetches any more is ended.
 */
export function sendFile(reply: FastifyReply, file: Readable, { type, name }: { type: string; name: string }) {
  finished(file, (error) => {
    if (error && !reply.raw.destroyed && !(error instanceof TurnedAway))
      reply.log.error({ err: error, file: name }, 'a file could not be made')
  })
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(file)
}
