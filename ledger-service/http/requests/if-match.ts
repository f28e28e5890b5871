import type { FastifyRequest } from 'fastify'
import { InvalidRequest } from '../errors.ts'

/**
 * Returns the revision of `If-Match`: `"3"`, `3` or `*` for any.
 * @throws InvalidRequest for any other text
 */
export function parseIfMatch(request: FastifyRequest): { ifRevision?: number } {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return {}
  const [, digits] = /^(?:W\/)?"?([1-9]\d{0,8})"?$/.exec(header) ?? []
  if (digits === undefined) throw new InvalidRequest({ path: 'If-Match', message: 'If-Match must name a revision' })
  return { ifRevision: Number(digits) }
}
