import { peopleQuery } from '@ledger/contracts/queries.ts'
import { errorBody, REFUSALS, type RefusalCode } from '@ledger/contracts/refusals.ts'
import type { Route } from '@ledger/contracts/route.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/routes.ts'
import { isForField, POLICY } from '../../access/policy.ts'
import { exampleOf } from './examples.ts'
import {
  FOR_ACCOUNT,
  type Header,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  IF_NONE_MATCH,
  type Parameter,
  SHARED_HEADERS,
} from './headers.ts'
import { refusalsOf } from './refusals.ts'
import { answerSchema, inputSchema, type JsonSchema, sharedSchemas } from './schemas.ts'

/** OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1), as far as this API needs it. */
export interface OpenApi {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    headers: Record<string, Header>
    securitySchemes: Record<string, JsonSchema>
  }
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /** Who may call it (§6). */
  'x-roles': readonly string[]
  security: Record<string, never[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Reference>
}

export type Content = Record<
  string,
  { schema?: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> }
>
export interface Response {
  description: string
  headers: Record<string, Reference>
  content?: Content
}
interface Reference {
  $ref: string
}

const TAGS = {
  'Sign-in': 'Getting in and out. The session is a cookie.',
  Site: 'What site incharges and supervisors call, always about themselves.',
  Admin: 'What head office calls: people and money.',
  Bills: 'Photos and PDFs that prove an entry: uploaded first, then named by it.',
  Audit: 'Looking into the log and proving it.',
}

const DESCRIPTION = `The books for the cash of construction sites. Every command appends an event to a log; every list and balance is
built from that log, and a read that starts after a command was answered shows it.

Amounts go in as a decimal string or a number and come out as a decimal string with two fraction digits. Unknown fields are
refused. Every error has the same body, \`ErrorBody\`; \`message\` is what a person reads, \`code\` is for programs. Send an
\`Idempotency-Key\` with every command: a repeated one is answered again and booked once.`

/** Fields that mean more in a call than in the schema they come from: whatever else stands in `type` is refused with 403. */
const TYPE_IN_BODY: Partial<Record<RouteName, { type: string; required: boolean }>> = {
  recordExpense: { type: 'debit', required: true },
  editExpense: { type: 'debit', required: false },
  recordCredit: { type: 'credit', required: false },
  editCredit: { type: 'credit', required: false },
}

/** Reads that do not come from a read model, and so have no lag to tell. */
const WITHOUT_LAG: ReadonlySet<string> = new Set<RouteName>([
  'adminAuth',
  'auditAsOf',
  'auditVerify',
  'auditCheckpoints',
  'auditPublicKey',
])

const SAYS_ACCOUNT: ReadonlySet<string> = new Set<RouteName>(['siteLogin', 'siteAuth'])

/** The document of the whole contract. @param cookieName of the session, which depends on the address being https */
export function buildDocument(cookieName: string, version: string): OpenApi {
  const shared: Shared = { schemas: sharedSchemas(), responses: {} }
  const paths: OpenApi['paths'] = {}
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const { path, method }: Route = ROUTES[name]
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, shared) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Site Ledger', version, description: DESCRIPTION },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...shared,
      headers: SHARED_HEADERS,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  }
}

/** What calls share, written once. */
type Shared = Pick<OpenApi['components'], 'schemas' | 'responses'>

function operation(name: RouteName, shared: Shared): Operation {
  const route: Route = ROUTES[name]
  const roles = POLICY[name]
  const body = route.body && bodySchema(name, route.body)
  const required = route.body?.safeParse(undefined).success === false
  return {
    operationId: name,
    tags: [tagOf(name, route)],
    summary: route.summary,
    'x-roles': roles === 'anyone' ? ['anyone'] : roles,
    security: roles === 'anyone' ? [] : [{ session: [] }],
    parameters: parametersOf(name, route),
    ...(route.upload ? { requestBody: { required: true, content: contentOf(route.upload) } } : {}),
    ...(body
      ? { requestBody: { required, content: json({ schema: body, example: exampleOf(body, shared.schemas) }) } }
      : {}),
    responses: { ...success(name, route, shared), ...failures(refusalsOf(name), shared) },
  }
}

function tagOf(name: RouteName, { path }: Route): keyof typeof TAGS {
  if (path.startsWith('/api/audit/')) return 'Audit'
  if (POLICY[name] === 'anyone' || path.endsWith('/auth')) return 'Sign-in'
  if (path.startsWith('/api/bills')) return 'Bills'
  return path.startsWith('/api/admin/') ? 'Admin' : 'Site'
}

const json = (content: Content[string]): Content => ({ 'application/json': content })

/** Files of these types. */
const contentOf = (media: readonly string[] = []): Content => Object.fromEntries(media.map((type) => [type, {}]))

function bodySchema(name: RouteName, schema: NonNullable<Route['body']>): JsonSchema {
  const body = inputSchema(schema)
  const fixed = TYPE_IN_BODY[name]
  if (!fixed) return body
  const { properties, required, ...rest } = body as { properties: object; required: string[] }
  return {
    ...rest,
    properties: { ...properties, type: { type: 'string', const: fixed.type } },
    required: fixed.required ? ['type', ...required] : required,
  }
}

function parametersOf(name: RouteName, route: Route): Parameter[] {
  const fromSchema = (schema: Route['query'], place: 'path' | 'query'): Parameter[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = inputSchema(schema)
    return Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...rest }]) => ({
      name,
      in: place,
      required: place === 'path' || (required as string[]).includes(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
    }))
  }
  return [
    ...fromSchema(route.params, 'path'),
    ...fromSchema(route.query, 'query'),
    ...(route.command ? [IDEMPOTENCY_KEY] : []),
    ...(isForField(name) ? [FOR_ACCOUNT] : []),
    ...(route.ifMatch ? [IF_MATCH] : []),
    ...(hasEtag(route) ? [IF_NONE_MATCH] : []),
  ]
}

const hasEtag = ({ method, answer }: Route) => method === 'GET' && answer !== undefined

function success(name: RouteName, route: Route, shared: Shared): Record<string, Response> {
  const { status, answer, media } = route
  const schema = answer && answerSchema(answer)
  const content = {
    ...(schema ? json({ schema, example: exampleOf(schema, shared.schemas) }) : {}),
    ...contentOf(media),
  }
  const headers = headersNamed(
    'X-Request-Id',
    ...(hasEtag(route) ? ['ETag'] : []),
    ...(hasEtag(route) && !WITHOUT_LAG.has(name) ? ['Ledger-Lag'] : []),
    ...(parametersOf(name, route).some((parameter) => parameter.name === 'cursor') ? ['Link'] : []),
    ...(route.query === peopleQuery ? ['Ledger-Count'] : []),
    ...(SAYS_ACCOUNT.has(name) ? ['Ledger-Account'] : []),
    ...(status === 302 ? ['Location'] : []),
  )
  const withContent = Object.keys(content).length > 0 ? { content } : {}
  const answered: Record<string, Response> = {
    [status]: { description: DESCRIPTIONS[status], headers, ...withContent },
    ...(route.upload ? { 200: { description: 'It was there already', headers, ...withContent } } : {}),
  }
  const unchanged = { description: 'Nothing has changed since', headers: headersNamed('X-Request-Id', 'ETag') }
  return hasEtag(route) ? { ...answered, 304: unchanged } : answered
}

const DESCRIPTIONS: Record<Route['status'], string> = {
  200: 'Done',
  201: 'Recorded',
  204: 'Done; there is nothing to say',
  302: 'On to another page',
}

/** One answer for each status. Calls that refuse for the same reasons refer to the same answer. */
function failures(codes: RefusalCode[], shared: Shared): Record<string, Reference> {
  const statuses = [...new Set(codes.map((code) => REFUSALS[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => REFUSALS[code].status === status).toSorted()
      const name = `${status}.${own.join('.')}`
      shared.responses[name] ??= failure(status, own)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/** With the codes that it may have, and a body of each. */
function failure(status: number, codes: RefusalCode[]): Response {
  const schema = {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/ErrorBody' }],
    properties: { status: { const: status }, code: { enum: codes } },
  }
  const examples = Object.fromEntries(codes.map((code) => [code, { value: errorBody(code) }]))
  const mayRetry = status === 429 || status === 503
  return {
    description: codes.map((code) => REFUSALS[code].message).join(' / '),
    headers: headersNamed('X-Request-Id', ...(mayRetry ? ['Retry-After'] : [])),
    content: json({ schema, examples }),
  }
}

function headersNamed(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
