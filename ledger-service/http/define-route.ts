import type { ValidationIssue } from '@ledger/contracts/http/error-body.ts'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import { UNPRINTABLE_TEXT_MESSAGE } from '@ledger/contracts/text/text-schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { z } from 'zod'
import { isFieldRoute, ROUTE_POLICY } from '../access/route-policy.ts'
import type { CurrentUser } from '../access/session-store.ts'
import { findReplayedAnswer, sendCommandAnswer } from './command-handler.ts'
import type { CompanyContext } from './company-context.ts'
import { concurrencyLimiterFor } from './concurrency-limits.ts'
import { HttpRefusal, InvalidRequest, TooManyRequests } from './errors.ts'
import { companyOf } from './plugins/company.ts'
import { compressionFor } from './plugins/compression.ts'
import { currentUser, isMeantForCurrentUser } from './plugins/session.ts'
import { waitUntilRequestBodyBegins } from './requests/wait-until-request-body-begins.ts'
import { findIllFormedText } from './requests/well-formed-text.ts'
import { onResponseClosed } from './responses/on-response-closed.ts'

type RouteInput<Name extends RouteName, Source extends 'body' | 'query' | 'params'> =
  (typeof ROUTES)[Name] extends Record<Source, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined
type RouteAnswer<Name extends RouteName> = (typeof ROUTES)[Name] extends { answer: infer Schema extends z.ZodType }
  ? z.infer<Schema>
  : undefined

/** A request whose body and query were parsed by the contract's schemas. */
export interface RouteCall<Name extends RouteName> {
  body: RouteInput<Name, 'body'>
  query: RouteInput<Name, 'query'>
  params: RouteInput<Name, 'params'>
  /** The services of the company that the request is for. */
  company: CompanyContext
  request: FastifyRequest
  reply: FastifyReply
}

type RouteHandler<Name extends RouteName> = (call: RouteCall<Name>) => Promise<RouteAnswer<Name> | FastifyReply>

/**
 * Registers routes of the contract: session and policy first, then body, query and path by their schemas, then the
 * handler. The handler's result is serialised through the answer's schema, so that no other field is sent; pages of
 * transactions are built from the contract's fields alone (answerTransactionPage in answer-transaction-page.ts), and
 * a command sends the text that the ledger stores for its key.
 */
export function routeDefiner(app: FastifyInstance) {
  return <Name extends RouteName>(name: Name, handler: RouteHandler<Name>): void => {
    const route: Route = ROUTES[name]
    const { method, path, status, ...schemas } = route
    const refuseUnlessAllowed = (request: FastifyRequest) => {
      const roles = ROUTE_POLICY[name]
      if (isFieldRoute(name) && !isMeantForCurrentUser(request)) throw new HttpRefusal('other_account')
      if (roles !== 'anyone' && !roles.includes(currentUser(request).role)) throw new HttpRefusal('forbidden')
    }
    app.route({
      method,
      url: path,
      compress: compressionFor(name, route),
      config: { takesFile: route.upload !== undefined },
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      schema: schemas.answer ? { response: responseSchemas(route, toJsonSchema(schemas.answer)) } : {},
      preValidation: (request, _reply, done) => {
        refuseUnlessAllowed(request)
        done()
      },
      // The file is read from the connection only where its sender may upload, and after it has a slot. Headers alone
      // occupy no slot.
      ...(route.upload && {
        preParsing: async (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload) => {
          refuseUnlessAllowed(request)
          const { accountId } = currentUser(request)
          await waitUntilRequestBodyBegins(request)
          const company = companyOf(request)
          const acquireSlot = concurrencyLimiterFor(company, name)
          if (acquireSlot) onResponseClosed(reply, acquireSlot(accountId))
          const wait = company.uploadLimit.take(accountId)
          if (wait > 0) throw new TooManyRequests('too_many_bills', wait)
          return payload
        },
      }),
      handler: async (request, reply) => {
        const company = companyOf(request)
        let body: RouteInput<Name, 'body'> | undefined
        try {
          body = parseInput(schemas.body, request.body) as RouteInput<Name, 'body'>
          const query = parseInput(schemas.query, request.query) as RouteInput<Name, 'query'>
          const params = parseInput(schemas.params, request.params) as RouteInput<Name, 'params'>
          if (schemas.command) enforceWriteLimit(company, currentUser(request))
          const acquireSlot = route.upload ? undefined : concurrencyLimiterFor(company, name)
          if (acquireSlot) onResponseClosed(reply, acquireSlot(currentUser(request).accountId))
          reply.code(status)
          return await handler({ body, query, params, company, request, reply })
        } catch (error) {
          const before = schemas.command && (await replayInsteadOfRefusal(company, request, body, error))
          if (before) return sendCommandAnswer(reply, before)
          if (error instanceof InvalidRequest) error.title = schemas.titles?.[error.issues[0]?.message ?? '']
          throw error
        }
      },
    })
  }
}

/**
 * Returns the earlier answer of the key instead of a refusal; undefined where the key cannot be looked up. A fault is
 * reported: after an unknown commit the answer may be readable, and on no standby yet. A retry with the same key
 * settles it, in the log.
 */
function replayInsteadOfRefusal(company: CompanyContext, request: FastifyRequest, body: unknown, error: unknown) {
  const isRefusal = [InvalidRequest, HttpRefusal, TooManyRequests].some((kind) => error instanceof kind)
  return isRefusal ? findReplayedAnswer(company, request, body) : undefined
}

/**
 * Limits commands before they reach the ledger; an earlier answer of the key is still sent.
 * @throws TooManyRequests too_fast
 */
function enforceWriteLimit({ writeLimit }: CompanyContext, { role, accountId }: CurrentUser): void {
  const wait = FIELD_ROLES.includes(role) ? writeLimit.take(accountId) : 0
  if (wait > 0) throw new TooManyRequests('too_fast', wait)
}

/** Returns the schemas by status; an upload that existed already has the same answer as a new one. */
const responseSchemas = ({ status, upload }: Route, answer: unknown) => ({
  [status]: answer,
  ...(upload && { 200: answer }),
})

function toJsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7' })
  return json
}

/**
 * Returns the input as parsed by the schema.
 * @throws InvalidRequest with every broken rule, in the order of the schema's fields; with one only, where the text
 * itself is broken
 */
function parseInput(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const broken = findIllFormedText(input)
  if (broken !== undefined) throw new InvalidRequest({ path: broken, message: UNPRINTABLE_TEXT_MESSAGE })
  const result = schema.safeParse(input ?? undefined)
  if (result.success) return result.data
  throw new InvalidRequest(...result.error.issues.map(toIssue))
}

function toIssue(issue: z.core.$ZodIssue): ValidationIssue {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return { path: issue.keys.join(), message: 'The request has a field that is not known here' }
  if (path === '') return { path, message: 'The request is not well formed' }
  return { path, message: issue.message }
}
