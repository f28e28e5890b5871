import { finished, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { HttpRefusal } from '../errors.ts'

/**
 * Answers with a file while it is made. A file that fails is cut off without its last chunk, which a browser shows as a
 * failed download, and the log has the reason; a file whose client has disconnected is ended.
 */
export function sendFileDownload(reply: FastifyReply, file: Readable, { type, name }: { type: string; name: string }) {
  finished(file, (error) => {
    if (error && !reply.raw.destroyed && !(error instanceof HttpRefusal))
      reply.log.error({ err: error, file: name }, 'a file could not be made')
  })
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(file)
}
