import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { runOnce } from '@ledger/database/concurrency/share-while-running.ts'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }

/**
 * Serves the OpenAPI document (/api/openapi.json) and a page that shows it (/api/docs). The page is Swagger UI, with
 * the files of @fastify/swagger-ui. Its scripts and style sheets have this origin, so the content security policy needs
 * no change.
 */
export function registerApiDocs(app: FastifyInstance, cookieName: string): void {
  for (const { path, type, prepare } of [documentFor(cookieName), ...DOCS_PAGE_FILES])
    app.get(path, async (request, reply) => {
      const { etag, plain, zipped } = await prepare()
      reply.type(`${type}; charset=utf-8`).headers({ etag, vary: 'accept-encoding' })
      const takesGzip = /\bgzip\b(?!\s*;\s*q=0)/.test(String(request.headers['accept-encoding']))
      return takesGzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain)
    })
}

interface PreparedContent {
  etag: string
  plain: Buffer
  zipped: Buffer
}

interface Resource {
  path: string
  type: string
  /** A failure is not cached: the next request tries again. */
  prepare: () => Promise<PreparedContent>
}

const file = (path: string, type: string, url: string) => resource(path, type, () => readFile(new URL(url)))

const DOCS_PAGE_FILES = [
  file('/api/docs', 'text/html', import.meta.resolve('./page/index.html')),
  file('/api/docs/page.css', 'text/css', import.meta.resolve('./page/page.css')),
  file('/api/docs/page.js', 'text/javascript', import.meta.resolve('./page/page.js')),
  file('/api/docs/swagger-ui.css', 'text/css', import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')),
  file(
    '/api/docs/swagger-ui-bundle.js',
    'text/javascript',
    import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js'),
  ),
]

const documentFor = (cookieName: string) =>
  resource('/api/openapi.json', 'application/json', async () => {
    // The builder is loaded with the first request, because most processes never need it.
    const { buildDocument } = await import('./openapi-document.ts')
    return Buffer.from(await buildDocument(cookieName, packageJson.version))
  })

/**
 * Returns a resource that is read, hashed and compressed once, with the first request. These paths need no sign-in, so
 * each request must be cheap.
 */
function resource(path: string, type: string, read: () => Promise<Buffer>): Resource {
  const prepare = runOnce(async () => {
    const plain = await read()
    return { etag: `W/"${hash('sha1', plain, 'base64')}"`, plain, zipped: await promisify(gzip)(plain) }
  })
  return { path, type, prepare }
}
