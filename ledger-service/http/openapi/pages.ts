import { hash } from 'node:crypto'
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
  const pages = made.get(cookieName) ?? make(cookieName)
  made.set(cookieName, pages)
  for (const { path, type, text, etag } of pages)
    app.get(path, async (_request, reply) => reply.type(`${type}; charset=utf-8`).header('etag', etag).send(text))
}

/** By the name of the cookie: the same for the applications of all companies. */
const made = new Map<string, ReturnType<typeof make>>()

function make(cookieName: string) {
  const document = buildDocument(cookieName, packageJson.version)
  return [
    page('/api/openapi.json', 'application/json', JSON.stringify(document)),
    page('/api/docs', 'text/html', pageOf(document)),
    page('/api/docs/style.css', 'text/css', readFileSync(STYLE, 'utf8')),
  ]
}

/** Its ETag is made once: anybody may ask, and each hash of the document takes as long as answering somebody. */
function page(path: string, type: string, text: string) {
  return { path, type, text, etag: `W/"${hash('sha1', text, 'base64')}"` }
}
