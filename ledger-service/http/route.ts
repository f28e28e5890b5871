import type { Issue } from '@ledger/contracts/refusals.ts'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import type { Route } from '@ledger/contracts/route.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/routes.ts'
import { UNPRINTABLE_TEXT } from '@ledger/contracts/text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { z } from 'zod'
import { isForField, POLICY } from '../access/policy.ts'
import type { SignedIn } from '../access/sessions.ts'
import { placesOf } from './at-once.ts'
import { brokenText } from './broken-text.ts'
import { answerBefore, sendAnswer } from './command.ts'
import { compressionOf } from './compression.ts'
import { Invalid, TooMany, TurnedAway } from './errors.ts'
import { firstBytes } from './first-bytes.ts'
import { onceOver } from './once-over.ts'
import type { Service } from './service.ts'
import { askerOf, isForAsker } from './session.ts'

type Input<Name extends RouteName, Part extends 'body' | 'query' | 'params'> =
  (typeof ROUTES)[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined
type Answer<Name extends RouteName> = (typeof ROUTES)[Name] extends { answer: infer Schema extends z.ZodType }
  ? z.infer<Schema>
  : undefined

/** A request whose body and query were parsed by the contract's schemas. */
export interface Call<Name extends RouteName> {
  body: Input<Name, 'body'>
  query: Input<Name, 'query'>
  params: Input<Name, 'params'>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Answer<Name> | FastifyReply>

/**
 * Registers routes of the contract: session and policy first, then body, query and path by their schemas, then the
 * handler. The handler's result is serialised through the answer's schema, so that no other field is sent; pages of
 * transactions are built from the contract's fields alone (answerPage in lists.ts), and a command sends the text that
 * the ledger stores for its key.
 */
export function routes(app: FastifyInstance, service: Service) {
  return <Name extends RouteName>(name: Name, handler: Handler<Name>): void => {
    const route: Route = ROUTES[name]
    const { method, path, status, ...schemas } = route
    const takePlace = placesOf(app, service.pictures, name)
    const turnAway = (request: FastifyRequest) => {
      const roles = POLICY[name]
      if (isForField(name) && !isForAsker(request)) throw new TurnedAway('other_account')
      if (roles !== 'anyone' && !roles.includes(askerOf(request).role)) throw new TurnedAway('forbidden')
    }
    app.route({
      method,
      url: path,
      compress: compressionOf(name, route),
      config: { takesFile: route.upload !== undefined },
      schema: schemas.answer ? { response: answersOf(route, jsonSchema(schemas.answer)) } : {},
      preValidation: (request, _reply, done) => {
        turnAway(request)
        done()
      },
      // The file is read from the connection only where its sender may upload, and after it has a slot. Headers alone
      // occupy no slot.
      ...(route.upload && {
        preParsing: async (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload) => {
          turnAway(request)
          const { accountId } = askerOf(request)
          await firstBytes(request)
          if (takePlace) onceOver(reply, takePlace(accountId))
          const wait = service.billLimit.take(accountId)
          if (wait > 0) throw new TooMany('too_many_bills', wait)
          return payload
        },
      }),
      handler: async (request, reply) => {
        let body: Input<Name, 'body'> | undefined
        try {
          body = read(schemas.body, request.body) as Input<Name, 'body'>
          const query = read(schemas.query, request.query) as Input<Name, 'query'>
          const params = read(schemas.params, request.params) as Input<Name, 'params'>
          if (schemas.command) limitWriting(service, askerOf(request))
          if (takePlace && !route.upload) onceOver(reply, takePlace(askerOf(request).accountId))
          reply.code(status)
          return await handler({ body, query, params, request, reply })
        } catch (error) {
          const before = schemas.command && (await answerInstead(service, request, body, error))
          if (before) return sendAnswer(reply, before)
          if (error instanceof Invalid) error.title = schemas.titles?.[error.issues[0]?.message ?? '']
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
function answerInstead(service: Service, request: FastifyRequest, body: unknown, error: unknown) {
  const isRefusal = [Invalid, TurnedAway, TooMany].some((kind) => error instanceof kind)
  return isRefusal ? answerBefore(service, request, body) : undefined
}

/**
 * Limits commands before they reach the ledger; an earlier answer of the key is still sent.
 * @throws TooMany too_fast
 */
function limitWriting({ writeLimit }: Service, { role, accountId }: SignedIn): void {
  const wait = FIELD_ROLES.includes(role) ? writeLimit.take(accountId) : 0
  if (wait > 0) throw new TooMany('too_fast', wait)
}

/** Returns the schemas by status; an upload that existed already has the same answer as a new one. */
const answersOf = ({ status, upload }: Route, answer: unknown) => ({ [status]: answer, ...(upload && { 200: answer }) })

function jsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7' })
  return json
}

/**
 * Returns the input as parsed by the schema.
 * @throws Invalid with every broken rule, in the order of the schema's fields; with one only, where the text itself is
 * broken
 */
function read(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const broken = brokenText(input)
  if (broken !== undefined) throw new Invalid({ path: broken, message: UNPRINTABLE_TEXT })
  const result = schema.safeParse(input ?? undefined)
  if (result.success) return result.data
  throw new Invalid(...result.error.issues.map(issueOf))
}

function issueOf(issue: z.core.$ZodIssue): Issue {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return { path: issue.keys.join(), message: 'The request has a field that is not known here' }
  if (path === '') return { path, message: 'The request is not well formed' }
  return { path, message: issue.message }
}
