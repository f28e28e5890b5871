import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpRefusal } from '../../errors.ts'
import { BRANDED_FILES, INDEX_HTML, sendBrandedFile, sendBuiltFile } from './branded-assets.ts'

/**
 * Serves the built web app; an address that names no file is one of its screens (a deep link).
 * @param name returns the company's name, where there are several
 */
export async function registerWebApp(
  app: FastifyInstance,
  directory: string | undefined,
  name: () => string | undefined,
): Promise<void> {
  const built = (await serveBuiltFiles(app, directory, true)) ? directory : undefined
  if (built !== undefined) {
    for (const file of BRANDED_FILES.filter((each) => existsSync(join(built, each))))
      app.get(`/${file}`, (_request, reply) => sendBrandedFile(reply, { directory: built, file, name: name() }))
    app.get('/', (_request, reply) => sendBrandedFile(reply, { directory: built, file: INDEX_HTML, name: name() }))
  }
  // No screen is under this path, however its address is written. The hook runs before the body is read, which could
  // have any type.
  app.all('/api/*', { onRequest: (_request, _reply, done) => done(new HttpRefusal('not_found')) }, noCall)
  app.setNotFoundHandler((request, reply) => {
    const isScreen = isReadRequest(request) && extname(pathOf(request)) === ''
    if (built !== undefined && isScreen)
      return sendBrandedFile(reply, { directory: built, file: INDEX_HTML, name: name() })
    return noCall()
  })
}

/** Returns whether an address is that of the one screen that belongs to the installation and not to a company. */
export const isPublicPage = (url: string) => url === '/landing' || url.startsWith('/landing?')

/** Returns whether a request is the contact form of that screen. */
export const isContactForm = ({ method, url }: { method?: string | undefined; url?: string | undefined }) =>
  method === 'POST' && url === '/api/contact'

/**
 * Serves the files of the built web app.
 * @param answer answers every other request, and receives a function that sends the public page where that is requested
 */
export async function registerPublicPage(
  app: FastifyInstance,
  directory: string | undefined,
  answer: (request: FastifyRequest, reply: FastifyReply, showPage: (() => FastifyReply) | undefined) => FastifyReply,
): Promise<void> {
  // To the file server the address is a folder, which it would refuse with its own error text.
  app.get('/', (request, reply) => answer(request, reply, undefined))
  const built = await serveBuiltFiles(app, directory, false)
  app.setNotFoundHandler((request, reply) => {
    const isPage = built && isReadRequest(request) && isPublicPage(request.url)
    return answer(request, reply, isPage ? () => sendBuiltFile(reply, INDEX_HTML) : undefined)
  })
}

/** Includes HEAD, which link checkers send. */
const isReadRequest = ({ method }: FastifyRequest) => ['GET', 'HEAD'].includes(method)

function noCall(): never {
  throw new HttpRefusal('not_found')
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** @returns whether there is a built web app */
async function serveBuiltFiles(app: FastifyInstance, directory: string | undefined, index: boolean): Promise<boolean> {
  if (directory === undefined || !existsSync(join(directory, 'index.html'))) return false
  await app.register(fastifyStatic, {
    root: directory,
    cacheControl: false,
    ...(index ? {} : { index: false as const }),
    // The build also wrote each text file as .br and .gz.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Vite names assets by their content, so they never change.
      const forEver = path.includes('/assets/')
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return true
}
