import { errorBody, type NamedFacts } from '@ledger/contracts/http/error-body.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import type { JsonSchema } from './schemas.ts'

export type OpenApiContent = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> }
>
export interface OpenApiResponse {
  description: string
  headers: Record<string, OpenApiReference>
  content?: OpenApiContent
}
export interface OpenApiReference {
  $ref: string
}

/** Returns references to components of these names. */
export const componentReferences = (kind: 'headers' | 'responses', names: string[]): Record<string, OpenApiReference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]))

/**
 * Returns a reference to one response for each status. Calls that refuse for the same reasons share a response.
 * @param shared the responses so far; missing ones are added
 */
export function refusalResponses(
  codes: ErrorCode[],
  shared: Record<string, OpenApiResponse>,
): Record<string, OpenApiReference> {
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => ERROR_CATALOGUE[code].status === status).toSorted()
      const name = `${status}.${own.join('.')}`
      shared[name] ??= failure(status, own)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/** The facts that the examples of refusals name. */
const EXAMPLE_FACTS: Partial<Record<ErrorCode, NamedFacts>> = {
  books_closed: { closedUpTo: '2026-10-31' },
  closed_before: { closedUpTo: '2026-10-31' },
  purpose_word_twice: { word: 'Cement' },
}

/** Returns a response with its possible codes, and an example body of each. */
function failure(status: number, codes: ErrorCode[]): OpenApiResponse {
  const schema = {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/ErrorBody' }],
    properties: {
      status: { const: status, description: 'The HTTP status once more' },
      code: { enum: codes, description: 'Why it is refused, for programs' },
    },
  }
  const bodies = codes.map((code) => errorBody(code, EXAMPLE_FACTS[code]))
  const examples = Object.fromEntries(bodies.map((value) => [value.code, { value }]))
  const mayRetry = status === 429 || status === 503
  return {
    description: bodies.map(({ message }) => message).join(' / '),
    headers: componentReferences('headers', ['X-Request-Id', ...(mayRetry ? ['Retry-After'] : [])]),
    content: { 'application/json': { schema, examples } },
  }
}
