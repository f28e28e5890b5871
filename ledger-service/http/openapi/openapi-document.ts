import swagger from '@fastify/swagger'
import { peopleQueryParams } from '@ledger/contracts/http/query-parameters.ts'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import Fastify, { type FastifySchema } from 'fastify'
import { z } from 'zod'
import { isFieldRoute, ROUTE_POLICY } from '../../access/route-policy.ts'
import {
  componentReferences,
  type OpenApiContent,
  type OpenApiReference,
  type OpenApiResponse,
  refusalResponses,
} from './error-responses.ts'
import { exampleOf } from './example-of-schema.ts'
import { FOR_ACCOUNT, IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH, SHARED_HEADERS } from './headers.ts'
import { refusalsOf } from './refusals.ts'
import { answerSchema, bodySchema, type JsonSchema, paramsSchema, sharedSchemas } from './schemas.ts'

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

/** Calls that do not read a read model, and so have no lag to report. */
const WITHOUT_LAG: ReadonlySet<string> = new Set<RouteName>([
  'adminAuth',
  'auditAsOf',
  'auditVerify',
  'auditCheckpoints',
  'auditPublicKey',
])

const SESSION =
  'Set by the sign-in and sent along by the browser; it ends with the browser, or with POST /api/site/logout or /api/admin/logout'

const SAYS_ACCOUNT: ReadonlySet<string> = new Set<RouteName>(['siteLogin', 'siteAuth'])

/** OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1), as far as it is completed here. */
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { responses?: Record<string, OpenApiResponse> }
}

interface Operation {
  operationId: RouteName
  requestBody?: { required: boolean }
  responses: Record<string, OpenApiResponse | OpenApiReference>
}

/**
 * Returns the OpenAPI 3.1 document of the whole contract as JSON text. @fastify/swagger derives it from an application
 * that has the contract's routes and serves no requests, because the document is the same for every company.
 * @param cookieName the name of the session cookie, which depends on whether the address is https
 */
export async function buildDocument(cookieName: string, version: string): Promise<string> {
  const schemas = sharedSchemas()
  const app = Fastify({ exposeHeadRoutes: false })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Site Ledger',
        version,
        description: DESCRIPTION,
        contact: { name: 'Site Ledger' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        schemas,
        headers: SHARED_HEADERS,
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName, description: SESSION } },
      },
    },
    convertConstToEnum: false,
  })
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const { method, path: url }: Route = ROUTES[name]
    const swaggerTransform = () => ({ url, schema: operationOf(name, schemas) })
    app.route({ method, url, config: { swaggerTransform }, handler: () => undefined })
  }
  await app.ready()
  const document = JSON.parse(JSON.stringify(app.swagger())) as OpenApi
  await app.close()
  return JSON.stringify(completed(document))
}

/** Adds the parts that a Fastify schema cannot express: shared headers and failures, and an optional body. */
function completed(document: OpenApi): OpenApi {
  const shared: Record<string, OpenApiResponse> = {}
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { operationId: name, requestBody, responses } = operation
    const route: Route = ROUTES[name]
    if (requestBody && route.body?.safeParse(undefined).success) requestBody.required = false
    for (const [status, response] of Object.entries(responses))
      Object.assign(response, { headers: componentReferences('headers', headersOf(name, Number(status))) })
    Object.assign(responses, refusalResponses(refusalsOf(name), shared))
  }
  return { ...document, components: { ...document.components, responses: shared } }
}

/** Returns a call as the schema of a Fastify route, which @fastify/swagger converts to an operation. */
function operationOf(name: RouteName, schemas: Record<string, JsonSchema>): FastifySchema {
  const route: Route = ROUTES[name]
  const roles = ROUTE_POLICY[name]
  const body = route.body && bodySchema(name, route.body)
  const callWithRoles = {
    operationId: name,
    tags: [tagOf(name, route)],
    summary: route.summary,
    description: route.description,
    // The roles that may call it (§6).
    'x-roles': roles === 'anyone' ? ['anyone'] : roles,
    security: roles === 'anyone' ? [] : [{ session: [] }],
    ...(route.params && { params: paramsSchema(route.params) }),
    ...(route.query && { querystring: paramsSchema(route.query) }),
    headers: { type: 'object', properties: requestHeaders(name, route) },
    ...(body && { body: { ...body, examples: [exampleOf(body, schemas)] } }),
    ...(route.upload && { body: { content: filesOf(route.upload) } }),
    response: successOf(route, schemas),
  }
  return callWithRoles
}

function tagOf(name: RouteName, { path }: Route): keyof typeof TAGS {
  if (path.startsWith('/api/audit/')) return 'Audit'
  if (ROUTE_POLICY[name] === 'anyone' || path.endsWith('/auth')) return 'Sign-in'
  if (path.startsWith('/api/bills')) return 'Bills'
  return path.startsWith('/api/admin/') ? 'Admin' : 'Site'
}

const requestHeaders = (name: RouteName, route: Route): Record<string, JsonSchema> => ({
  ...(route.command && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
  ...(isFieldRoute(name) && { 'Ledger-Account': FOR_ACCOUNT }),
  ...(route.ifMatch && { 'If-Match': IF_MATCH }),
  ...(hasEtag(route) && { 'If-None-Match': IF_NONE_MATCH }),
})

const hasEtag = ({ method, answer }: Route) => method === 'GET' && answer !== undefined

/** Returns the successful answers. An answer without a body has the type null. */
function successOf(route: Route, schemas: Record<string, JsonSchema>): Record<string, object> {
  const { status, answer, accepted, media } = route
  const schema = answer && answerSchema(answer)
  const content: OpenApiContent = {
    ...(schema && { 'application/json': { schema, example: exampleOf(schema, schemas) } }),
    ...filesOf(media),
  }
  const body = Object.keys(content).length > 0 ? { content } : { type: 'null' }
  return {
    [status]: { description: DESCRIPTIONS[status], ...body },
    ...(accepted && { 202: acceptedResponse(accepted, schemas) }),
    ...(route.upload && { 200: { description: 'It was there already', ...body } }),
    ...(hasEtag(route) && { 304: { description: 'Nothing has changed since', type: 'null' } }),
  }
}

function acceptedResponse(accepted: z.ZodType, schemas: Record<string, JsonSchema>): object {
  const schema = answerSchema(accepted)
  const content = { 'application/json': { schema, example: exampleOf(schema, schemas) } }
  return { description: 'Recorded; what follows from it goes on', content }
}

/** Returns the content of files and streams of these types. */
const filesOf = (media: readonly string[] = []): OpenApiContent =>
  Object.fromEntries(media.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

function headersOf(name: RouteName, status: number): string[] {
  const route: Route = ROUTES[name]
  if (status === 304) return ['X-Request-Id', 'ETag']
  return [
    'X-Request-Id',
    ...(hasEtag(route) ? ['ETag'] : []),
    ...(hasEtag(route) && !WITHOUT_LAG.has(name) ? ['Ledger-Lag'] : []),
    ...(hasPages(route) ? ['Link'] : []),
    ...(route.query === peopleQueryParams ? ['Ledger-Count'] : []),
    ...(name === 'purposes' ? ['Ledger-Revision'] : []),
    ...(SAYS_ACCOUNT.has(name) ? ['Ledger-Account'] : []),
    ...(status === 302 ? ['Location'] : []),
  ]
}

const hasPages = ({ query }: Route) => query instanceof z.ZodObject && 'cursor' in query.shape

const DESCRIPTIONS: Record<Route['status'], string> = {
  200: 'Done',
  201: 'Recorded',
  204: 'Done; there is nothing to say',
  302: 'On to another page',
}
