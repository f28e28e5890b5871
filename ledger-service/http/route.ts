import type { Issue } from '@ledger/contracts/refusals.ts'
import type { Route } from '@ledger/contracts/route.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { POLICY } from '../access/policy.ts'
import { answerBefore, sendAnswer } from './command.ts'
import { Invalid, TurnedAway } from './errors.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

type Input<Name extends RouteName, Part extends 'body' | 'query' | 'params'> =
  (typeof ROUTES)[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined
type Answer<Name extends RouteName> = (typeof ROUTES)[Name] extends { answer: infer Schema extends z.ZodType }
  ? z.infer<Schema>
  : undefined

/** A request whose body and query the contract's schemas have read. */
export interface Call<Name extends RouteName> {
  body: Input<Name, 'body'>
  query: Input<Name, 'query'>
  params: Input<Name, 'params'>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Answer<Name> | FastifyReply>

/**
 * Registers routes of the contract: session and policy first, then body, query and path by their schemas, then the handler.
 * What it returns is written through the answer's schema, so that no further field leaves; a command sends the text that the
 * ledger keeps for its key.
 */
export function routes(app: FastifyInstance, service: Service) {
  return <Name extends RouteName>(name: Name, handler: Handler<Name>): void => {
    const { method, path, status, ...schemas }: Route = ROUTES[name]
    app.route({
      method,
      url: path,
      schema: schemas.answer ? { response: { [status]: jsonSchema(schemas.answer) } } : {},
      preValidation: async (request) => {
        const roles = POLICY[name]
        if (roles !== 'anyone' && !roles.includes(askerOf(request).role)) throw new TurnedAway('forbidden')
      },
      handler: async (request, reply) => {
        let body: Input<Name, 'body'> | undefined
        try {
          body = read(schemas.body, request.body) as Input<Name, 'body'>
          const query = read(schemas.query, request.query) as Input<Name, 'query'>
          const params = read(schemas.params, request.params) as Input<Name, 'params'>
          reply.code(status)
          return await handler({ body, query, params, request, reply })
        } catch (error) {
          const before = schemas.command && (await answerBefore(service, request, body))
          if (before) return sendAnswer(reply, before)
          if (error instanceof Invalid) error.title = schemas.titles?.[error.issues[0]?.message ?? '']
          throw error
        }
      },
    })
  }
}

function jsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7' })
  return json
}

/** What the schema makes of the input. @throws Invalid with every broken rule, in the order of the schema's fields */
function read(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
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
