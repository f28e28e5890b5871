import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { errorBody } from '@ledger/contracts/refusals.ts'
import type { FastifyInstance } from 'fastify'

/** Serves the built web app; an address that names no file is one of its screens (a deep link). */
export async function registerWebApp(app: FastifyInstance, directory: string | undefined): Promise<void> {
  const built = directory !== undefined && existsSync(join(directory, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: directory,
      cacheControl: false,
      // The build wrote each text file as .br and .gz too.
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Vite names assets by their content, so they never change.
        const forEver = path.includes('/assets/')
        reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // HEAD too: whatever looks whether a link is good asks with it.
    const isScreen = ['GET', 'HEAD'].includes(request.method) && !path.startsWith('/api/') && extname(path) === ''
    if (built && isScreen) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.code(404).send(errorBody('not_found'))
  })
}
