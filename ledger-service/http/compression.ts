import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { Route } from '@ledger/contracts/route.ts'
import type { RouteName } from '@ledger/contracts/routes.ts'
import type { FastifyInstance } from 'fastify'

const OPTIONS: FastifyCompressOptions = { encodings: ['br', 'gzip'] }

/** Beside a secret stand names that others chose: how well they compress together would tell of it (BREACH). */
const SECRET: ReadonlySet<RouteName> = new Set(['revealUser'])

/** What is compressed is said route by route; bodies of requests never are, as one of a kilobyte can unfold to a gigabyte. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { ...OPTIONS, global: false })
}

/**
 * Whatever reads and answers JSON is compressed from 1 kB on. Not what a command answers, which is short; nor files and streams,
 * which go out as they are made, in their reader's time.
 */
export function compressionOf(name: RouteName, { method, answer, media }: Route): FastifyCompressOptions | false {
  return method === 'GET' && answer !== undefined && media === undefined && !SECRET.has(name) && OPTIONS
}
