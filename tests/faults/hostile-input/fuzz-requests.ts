import type { Route } from '@ledger/contracts/http/route-type.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { ACCEPTED_VALUES, hostileText, hostileUploadFile, hostileValue } from './fuzz-values.ts'

/** A request as it is sent; `path` is sent unchanged, escaped or not. */
export interface FuzzRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** The ids to name, and the files that an upload accepts. */
export interface FuzzKnowledge {
  ids: readonly string[]
  files: readonly Buffer[]
}

/**
 * Generates requests of a route that are valid except for one hostile value or several, or that are invalid in
 * everything.
 */
export function fuzzRequestsOf(route: Route, { ids, files }: FuzzKnowledge): fc.Arbitrary<FuzzRequest> {
  const anId = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: hostileText })
  const segment = anId.map((id) => escaped(id))
  const path = fc.array(segment, { minLength: 2, maxLength: 2 }).map((given) => {
    let used = 0
    return route.path.replaceAll(/:\w+/g, () => given[used++] ?? '')
  })
  return fc.record({
    method: fc.constant(route.method),
    path: fc
      .tuple(path, queryOf(route, ids))
      .map(([address, query]) => (query === '' ? address : `${address}?${query}`)),
    headers: headersOf(route),
    body:
      route.method === 'GET' ? fc.constant(undefined) : route.upload ? hostileUploadFile(files) : fuzzBody(route, ids),
  })
}

/** Paths that are no route: files, screens, and neither. */
export const fuzzUnknownPaths: fc.Arbitrary<FuzzRequest> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'),
  path: fc
    .oneof(
      fc.constantFrom(
        '//x',
        '/..',
        '/%00',
        '/a/../b',
        '/./',
        '/index.html/',
        '/assets',
        '/assets/',
        '/%2e%2e/%2e%2e/etc/passwd',
      ),
      fc.constantFrom(
        '/%5c',
        '/assets/%2f',
        `/${'a/'.repeat(300)}`,
        `/${'a'.repeat(300)}`,
        '/api',
        '/api/',
        '/api//site',
        '/index.html%00',
      ),
      fc.array(hostileText.map(escaped), { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
      fc.array(hostileText.map(escaped), { maxLength: 4 }).map((parts) => `/api/${parts.join('/')}`),
    )
    .map((path) => path.slice(0, 4000)),
  headers: fc.constant({}),
  body: fc.constant(undefined),
})

function queryOf({ query }: Route, ids: readonly string[]): fc.Arbitrary<string> {
  const written = fieldsOf(query, ids).map((given) =>
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${escaped(name)}=${escaped(typeof value === 'string' ? value : JSON.stringify(value))}`)
      .join('&'),
  )
  const odd = hostileText.map((value) => `${escaped(value)}=${escaped(value)}&x[]=1`)
  return query ? fc.oneof({ weight: 9, arbitrary: written }, { weight: 1, arbitrary: odd }) : fc.constant('')
}

function fuzzBody({ body }: Route, ids: readonly string[]): fc.Arbitrary<string | undefined> {
  const near = fieldsOf(body, ids).map((given) => JSON.stringify(given))
  const odd = fc.oneof(
    hostileValue.map((value) => JSON.stringify(value)),
    fc.constantFrom(
      '{',
      '',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      '[[[[[[]]]]]]',
      '"\\ud800"',
      '\0',
    ),
  )
  return body
    ? fc.oneof({ weight: 9, arbitrary: near }, { weight: 1, arbitrary: odd })
    : fc.oneof(fc.constant(undefined), odd)
}

function headersOf({ command, ifMatch }: Route): fc.Arbitrary<Record<string, string>> {
  const token = hostileText.map((value) => value.replaceAll(/[^\x20-\x7e]/g, '~'))
  const given: Record<string, fc.Arbitrary<string>> = {
    ...(command ? { 'idempotency-key': fc.oneof(fc.uuid(), token) } : {}),
    ...(ifMatch ? { 'if-match': fc.oneof(fc.constantFrom('"1"', '"2"', '*'), token) } : {}),
    'if-none-match': token,
    accept: fc.constantFrom('*/*', 'application/json', 'text/event-stream', '\\'),
    'content-type': fc.constantFrom(...Array.from({ length: 18 }, () => 'application/json'), 'text/plain', '\\'),
    cookie: token,
    'x-forwarded-for': token,
    'user-agent': token,
  }
  return fc
    .record(given, { requiredKeys: [] })
    .map((some) =>
      Object.fromEntries(Object.entries(some).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    )
}

/**
 * Generates each field as its schema accepts it, then replaces one or a few by hostile values, adds a field, or removes
 * one.
 */
function fieldsOf(schema: z.ZodType | undefined, ids: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const shape = shapeOf(schema)
  const names = Object.keys(shape)
  if (names.length === 0) return fc.dictionary(hostileText, hostileValue, { maxKeys: 1 })
  const right = fc.record(Object.fromEntries(names.map((name) => [name, acceptedValue(shape[name], ids)])))
  const wrong = fc.record(Object.fromEntries(names.map((name) => [name, hostileValue])))
  const chosen = fc.oneof(
    { weight: 2, arbitrary: fc.constant<string[]>([]) },
    { weight: 6, arbitrary: fc.constantFrom(...names).map((name) => [name]) },
    { weight: 2, arbitrary: fc.subarray(names) },
  )
  return fc.tuple(right, wrong, chosen).map(([valid, hostile, over]) => {
    const laid = Object.fromEntries(over.map((name) => [name, hostile[name]]))
    return { ...valid, ...laid }
  })
}

function acceptedValue(schema: z.ZodType | undefined, ids: readonly string[]): fc.Arbitrary<unknown> {
  const mobile = fc.integer({ min: 6_000_000_000, max: 9_999_999_999 }).map(String)
  const lists = ids.map((id) => [id])
  const known = [undefined, ...ACCEPTED_VALUES, ...ids, ...lists, 1, true].filter(
    (value) => schema?.safeParse(value).success,
  )
  const isMobile = schema?.safeParse('9876543210').success && !schema.safeParse('Sharma Traders').success
  if (isMobile) return mobile
  return known.length === 0 ? hostileValue : fc.constantFrom(...known)
}

/** Returns the fields of an object's schema, also behind transforms. */
function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType)
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}
}

/** Escapes text as a browser would, and byte by byte where it could not. */
function escaped(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : `${encodeURIComponent(text.toWellFormed())}%ED%A0%80`
}
