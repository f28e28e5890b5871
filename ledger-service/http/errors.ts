import { StoreFailed } from '@ledger/bills/contents.ts'
import { NotRead } from '@ledger/bills/pictures.ts'
import { type ErrorBody, errorBody, type Issue, invalidBody, type RefusalCode } from '@ledger/contracts/refusals.ts'
import { isAway } from '@ledger/database/away.ts'
import { CommitUnsure } from '@ledger/database/commit.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { TooBusyToHash } from '../access/passwords.ts'
import { LedgerUnavailable, OutcomeUnknown } from '../event-store/submission.ts'

/** Refuses a request with an entry of the error catalogue. */
export class TurnedAway extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}

/** Refuses a request that breaks rules which need no state. */
export class Invalid extends Error {
  readonly issues: Issue[]
  /** The toast's title, where the route has one for the first sentence. */
  title: string | undefined
  constructor(...issues: Issue[]) {
    super('invalid_request')
    this.issues = issues
  }
}

/** Refuses a client that has sent too many requests, with the seconds until the next try. */
export class TooMany extends Error {
  readonly code: 'too_many_tries' | 'too_many_at_once' | 'too_fast' | 'too_many_bills'
  readonly waitSeconds: number
  constructor(code: TooMany['code'], waitSeconds: number) {
    super(code)
    this.code = code
    this.waitSeconds = waitSeconds
  }
}

/**
 * Thrown where the client has disconnected and its work was cancelled: this is no failure, and no client reads the
 * answer.
 */
export class Gone extends Error {}

const RETRY_AFTER_SECONDS = 1

/** Turns every failure into the error body of api.md: a sentence, a code, and neither stack nor SQL. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    // The client has disconnected, and the service has not failed.
    const body = isGone(request) || error instanceof Gone ? errorBody('too_slow') : bodyOf(error)
    // A refusal is no failure, so it is not logged.
    if (body.status >= 500 && !(error instanceof TurnedAway))
      request.log.error({ code: body.code, reason: reasonOf(error) }, 'request failed')
    if (body.status === 503 || body.status === 429) {
      reply.header('retry-after', error instanceof TooMany ? error.waitSeconds : RETRY_AFTER_SECONDS)
    }
    return reply.code(body.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
  })
}

/** Returns whether the connection ended before the whole request was received. */
function isGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/** Returns the error body for a failure. */
export function bodyOf(error: unknown): ErrorBody {
  if (error instanceof TurnedAway) return errorBody(error.code)
  if (error instanceof Invalid) return invalidBody(error.issues, error.title)
  if (error instanceof OutcomeUnknown || error instanceof CommitUnsure) return errorBody('outcome_unknown')
  if (isUnavailable(error)) return errorBody('unavailable')
  if (error instanceof TooMany) return errorBody(error.code)
  if (error instanceof TooBusyToHash) return errorBody('too_many_tries')
  switch (error instanceof Error && 'statusCode' in error ? error.statusCode : undefined) {
    case 400:
      return errorBody('invalid_request')
    // The file server gives these statuses for an address outside the folder of the web app, or a malformed one.
    case 403:
    case 404:
      return errorBody('not_found')
    case 413:
      return errorBody('body_too_large')
    case 415:
      return errorBody('unsupported_media_type')
    default:
      return errorBody('internal')
  }
}

/** Returns whether a dependency of the answer is unavailable now. */
function isUnavailable(error: unknown): boolean {
  return [LedgerUnavailable, NotRead, StoreFailed].some((kind) => error instanceof kind) || isDatabaseAway(error)
}

/** Returns whether the database is shutting down, out of connections or disk, or unreachable. */
function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08|3D|53|57|58)/.test(error.code ?? '')
  return isAway(error)
}

/**
 * Returns the parts of an error that a log line may contain: its kind and the database's code, and the message only of
 * errors in our own code.
 */
function reasonOf(error: FastifyError): object {
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? cause.code : undefined
  return {
    name: cause.name,
    code,
    ...(cause instanceof DatabaseError ? { constraint: cause.constraint } : { stack: cause.stack }),
  }
}
