import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import type { RouteName } from '@ledger/contracts/http/routes.ts'
import type { FastifyInstance } from 'fastify'

const COMPRESSION_OPTIONS: FastifyCompressOptions = { encodings: ['br', 'gzip'] }

/**
 * The answer contains a secret beside names that other users chose: its compressed size would reveal something of the
 * secret (BREACH).
 */
const NEVER_COMPRESSED: ReadonlySet<RouteName> = new Set(['revealUser'])

/**
 * Registers compression, which each route enables; bodies of requests are never compressed, as one of a kilobyte can
 * unfold to a gigabyte.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { ...COMPRESSION_OPTIONS, global: false })
}

/**
 * Returns the compression of a route: reads that answer JSON are compressed from 1 kB on. Answers of commands are not,
 * because they are short; nor are files and streams, which are sent as they are made, at the speed of their reader.
 */
export function compressionFor(name: RouteName, { method, answer, media }: Route): FastifyCompressOptions | false {
  return (
    method === 'GET' &&
    answer !== undefined &&
    media === undefined &&
    !NEVER_COMPRESSED.has(name) &&
    COMPRESSION_OPTIONS
  )
}
