import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TurnedAway } from './errors.ts'
import { NAMED_FILES, SCREEN, sendAsBuilt, sendNamed } from './named-files.ts'

/**
 * Serves the built web app; an address that names no file is one of its screens (a deep link).
 * @param name what the company is called, where there are several
 */
export async function registerWebApp(
  app: FastifyInstance,
  directory: string | undefined,
  name: () => string | undefined,
): Promise<void> {
  const built = (await serveFiles(app, directory, true)) ? directory : undefined
  if (built !== undefined) {
    for (const file of NAMED_FILES.filter((each) => existsSync(join(built, each))))
      app.get(`/${file}`, (_request, reply) => sendNamed(reply, { directory: built, file, name: name() }))
    app.get('/', (_request, reply) => sendNamed(reply, { directory: built, file: SCREEN, name: name() }))
  }
  // No screen is under it, however its address is written. Before a body is read, which could be of any type.
  app.all('/api/*', { onRequest: (_request, _reply, done) => done(new TurnedAway('not_found')) }, noCall)
  app.setNotFoundHandler((request, reply) => {
    const isScreen = isRead(request) && extname(pathOf(request)) === ''
    if (built !== undefined && isScreen) return sendNamed(reply, { directory: built, file: SCREEN, name: name() })
    return noCall()
  })
}

/** Whether an address is that of the one screen that is the installation's, and no company's. */
export const isPublicPage = (url: string) => url === '/landing' || url.startsWith('/landing?')

/** Whether it is what a visitor of that screen has written. */
export const isContactForm = ({ method, url }: { method?: string | undefined; url?: string | undefined }) =>
  method === 'POST' && url === '/api/contact'

/** Serves the files of the built web app. @param answer answers everything else, and is given the public page where that is asked for */
export async function registerPublicPage(
  app: FastifyInstance,
  directory: string | undefined,
  answer: (request: FastifyRequest, reply: FastifyReply, showPage: (() => FastifyReply) | undefined) => FastifyReply,
): Promise<void> {
  // To the file server it is a folder, which it would refuse with words of its own.
  app.get('/', (request, reply) => answer(request, reply, undefined))
  const built = await serveFiles(app, directory, false)
  app.setNotFoundHandler((request, reply) => {
    const isPage = built && isRead(request) && isPublicPage(request.url)
    return answer(request, reply, isPage ? () => sendAsBuilt(reply, SCREEN) : undefined)
  })
}

/** HEAD too: whatever looks whether a link is good asks with it. */
const isRead = ({ method }: FastifyRequest) => ['GET', 'HEAD'].includes(method)

function noCall(): never {
  throw new TurnedAway('not_found')
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** @returns whether there is a built web app */
async function serveFiles(app: FastifyInstance, directory: string | undefined, index: boolean): Promise<boolean> {
  if (directory === undefined || !existsSync(join(directory, 'index.html'))) return false
  await app.register(fastifyStatic, {
    root: directory,
    cacheControl: false,
    ...(index ? {} : { index: false as const }),
    // The build wrote each text file as .br and .gz too.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Vite names assets by their content, so they never change.
      const forEver = path.includes('/assets/')
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return true
}
