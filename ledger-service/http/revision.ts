import type { FastifyRequest } from 'fastify'
import { Invalid } from './errors.ts'

/** The revision that `If-Match` asks for: `"3"`, `3` or `*` for any. @throws Invalid for anything else */
export function ifRevision(request: FastifyRequest): { ifRevision?: number } {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return {}
  const [, digits] = /^(?:W\/)?"?([1-9]\d{0,8})"?$/.exec(header) ?? []
  if (digits === undefined) throw new Invalid({ path: 'If-Match', message: 'If-Match must name a revision' })
  return { ifRevision: Number(digits) }
}
