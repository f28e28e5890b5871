import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CompanyHosts } from '../../company-hosts.ts'
import { HttpRefusal } from '../../errors.ts'
import { answerWithoutCompany, isReadRequest } from './answer-without-company.ts'
import { isLandingPage } from './is-landing-page-request.ts'
import { BRANDED_FILES, INDEX_HTML, sendBrandedFile, sendBuiltFile } from './send-branded-page-and-manifest.ts'

/** Serves the built web app; an address that names no file is one of its screens (a deep link). */
export async function registerWebApp(
  app: FastifyInstance,
  directory: string | undefined,
  { nameOf }: CompanyHosts,
): Promise<void> {
  const built = (await serveBuiltFiles(app, directory)) ? directory : undefined
  const send = (built: string, file: string, { company }: FastifyRequest, reply: FastifyReply) =>
    sendBrandedFile(reply, { directory: built, file, company: company && nameOf(company.companyId) })
  if (built !== undefined) {
    for (const file of BRANDED_FILES.filter((each) => existsSync(join(built, each))))
      app.get(`/${file}`, (request, reply) => send(built, file, request, reply))
    app.get('/', (request, reply) =>
      request.company ? send(built, INDEX_HTML, request, reply) : answerWithoutCompany(request, reply),
    )
  }
  // No screen is under this path, however its address is written. The hook runs before the body is read, which could
  // have any type.
  app.all('/api/*', { onRequest: (_request, _reply, done) => done(new HttpRefusal('not_found')) }, noCall)
  app.setNotFoundHandler((request, reply) => {
    const isPage = built !== undefined && isReadRequest(request)
    if (request.company === undefined)
      return isPage && request.noCompany === undefined && isLandingPage(request.url)
        ? sendBuiltFile(reply, INDEX_HTML)
        : answerWithoutCompany(request, reply)
    return isPage && extname(pathOf(request)) === '' ? send(built, INDEX_HTML, request, reply) : noCall()
  })
}

function noCall(): never {
  throw new HttpRefusal('not_found')
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** @returns whether there is a built web app */
async function serveBuiltFiles(app: FastifyInstance, directory: string | undefined): Promise<boolean> {
  if (directory === undefined || !existsSync(join(directory, 'index.html'))) return false
  await app.register(fastifyStatic, {
    root: directory,
    cacheControl: false,
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
