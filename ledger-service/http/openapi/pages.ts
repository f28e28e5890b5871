import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { buildDocument } from './document.ts'
import { pageOf } from './page.ts'

const STYLE = join(import.meta.dirname, 'docs.css')

/**
 * The API's own description, for programs (/api/openapi.json) and for people (/api/docs). The page is text and one style
 * sheet of this origin: nothing in it needs a script, so the content security policy stands as it is.
 */
export function registerDocument(app: FastifyInstance, cookieName: string): void {
  const document = buildDocument(cookieName, packageJson.version)
  const text = JSON.stringify(document)
  const page = pageOf(document)
  const style = readFileSync(STYLE, 'utf8')
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/api/docs/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
}
