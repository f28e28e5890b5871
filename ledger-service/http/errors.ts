import { BlobStoreFailed } from '@ledger/bills/blob-store.ts'
import { ImageProcessingFailed } from '@ledger/bills/image-worker-client.ts'
import {
  type ErrorBody,
  errorBody,
  type ValidationIssue,
  validationErrorBody,
} from '@ledger/contracts/http/error-body.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import { CommitOutcomeUnknown } from '@ledger/database/connection/commit-and-check-warnings.ts'
import { isPostgresUnavailable } from '@ledger/database/connection/postgres-availability.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { HashQueueFull } from '../access/password-hashing.ts'
import { LedgerUnavailable, OutcomeUnknown } from '../event-store/append/append-errors.ts'

/** Refuses a request with an entry of the error catalogue. */
export class HttpRefusal extends Error {
  readonly code: ErrorCode
  /** Each thing that is missing, for an entry of the catalogue that has them. */
  readonly issues: ValidationIssue[] | undefined
  constructor(code: ErrorCode, issues?: ValidationIssue[]) {
    super(code)
    this.code = code
    this.issues = issues
  }
}

/** Refuses a request that breaks rules which need no state. */
export class InvalidRequest extends Error {
  readonly issues: ValidationIssue[]
  /** The toast's title, where the route has one for the first sentence. */
  title: string | undefined
  constructor(...issues: ValidationIssue[]) {
    super('invalid_request')
    this.issues = issues
  }
}

/** Refuses a client that has sent too many requests, with the seconds until the next try. */
export class TooManyRequests extends Error {
  readonly code: 'too_many_tries' | 'too_many_at_once' | 'too_fast' | 'too_many_bills'
  readonly waitSeconds: number
  constructor(code: TooManyRequests['code'], waitSeconds: number) {
    super(code)
    this.code = code
    this.waitSeconds = waitSeconds
  }
}

/**
 * Thrown where the client has disconnected and its work was cancelled: this is no failure, and no client reads the
 * answer.
 */
export class ClientGone extends Error {}

const UNAVAILABLE_RETRY_AFTER_SECONDS = 1

/** Turns every failure into the error body of api.md: a sentence, a code, and neither stack nor SQL. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    // The client has disconnected, and the service has not failed.
    const body = isClientGone(request) || error instanceof ClientGone ? errorBody('too_slow') : errorBodyFor(error)
    // Neither a refusal nor work that the shutdown left without a client is a failure.
    const isLeftOver = reply.raw.destroyed && !app.server.listening
    if (body.status >= 500 && !isLeftOver && !(error instanceof HttpRefusal))
      request.log.error({ code: body.code, reason: loggableCause(error) }, 'request failed')
    if (body.status === 503 || body.status === 429) {
      reply.header(
        'retry-after',
        error instanceof TooManyRequests ? error.waitSeconds : UNAVAILABLE_RETRY_AFTER_SECONDS,
      )
    }
    return reply.code(body.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
  })
}

/** Returns whether the connection ended before the whole request was received. */
function isClientGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/** Returns the error body for a failure. */
export function errorBodyFor(error: unknown): ErrorBody {
  if (error instanceof HttpRefusal) {
    const body = errorBody(error.code)
    return error.issues === undefined ? body : { ...body, issues: error.issues }
  }
  if (error instanceof InvalidRequest) return validationErrorBody(error.issues, error.title)
  if (error instanceof OutcomeUnknown || error instanceof CommitOutcomeUnknown) return errorBody('outcome_unknown')
  if (isDependencyUnavailable(error)) return errorBody('unavailable')
  if (error instanceof TooManyRequests) return errorBody(error.code)
  if (error instanceof HashQueueFull) return errorBody('too_many_tries')
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
function isDependencyUnavailable(error: unknown): boolean {
  return (
    [LedgerUnavailable, ImageProcessingFailed, BlobStoreFailed].some((kind) => error instanceof kind) ||
    isDatabaseUnavailable(error)
  )
}

/** Returns whether the database is shutting down, out of connections or disk, or unreachable. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08|3D|53|57|58)/.test(error.code ?? '')
  return isPostgresUnavailable(error)
}

/**
 * Returns the parts of an error that a log line may contain: its kind and the database's code, and the message only of
 * errors in our own code.
 */
function loggableCause(error: FastifyError): object {
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? cause.code : undefined
  return {
    name: cause.name,
    code,
    ...(cause instanceof DatabaseError ? { constraint: cause.constraint } : { stack: cause.stack }),
  }
}
