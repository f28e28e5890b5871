import { StoreFailed } from '@ledger/bills/contents.ts'
import { NotRead } from '@ledger/bills/pictures.ts'
import { type ErrorBody, errorBody, type Issue, invalidBody, type RefusalCode } from '@ledger/contracts/refusals.ts'
import { isAway } from '@ledger/database/away.ts'
import { CommitUnsure } from '@ledger/database/commit.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { TooBusyToHash } from '../access/passwords.ts'
import { LedgerUnavailable, OutcomeUnknown } from '../event-store/submission.ts'

/** Turns a request away with an entry of the error catalogue. */
export class TurnedAway extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}

/** Turns away a request that breaks rules which need no state. */
export class Invalid extends Error {
  readonly issues: Issue[]
  /** The toast's title, where the call has one for the first sentence. */
  title: string | undefined
  constructor(...issues: Issue[]) {
    super('invalid_request')
    this.issues = issues
  }
}

/** Turns away who has asked too often, and says in how many seconds to ask again. */
export class TooMany extends Error {
  readonly code: 'too_many_tries' | 'too_many_at_once' | 'too_fast' | 'too_many_bills'
  readonly waitSeconds: number
  constructor(code: TooMany['code'], waitSeconds: number) {
    super(code)
    this.code = code
    this.waitSeconds = waitSeconds
  }
}

/** Whoever asked has gone, and so the work for them was given up: nothing failed, and nobody reads the answer. */
export class Gone extends Error {}

const RETRY_AFTER_SECONDS = 1

/** Every failure becomes the error body of api.md: a sentence, a code, and neither stack nor SQL. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    // Nobody is there to be answered, and nothing of ours failed.
    const body = isGone(request) || error instanceof Gone ? errorBody('too_slow') : bodyOf(error)
    // Who is turned away is refused something: nothing failed.
    if (body.status >= 500 && !(error instanceof TurnedAway))
      request.log.error({ code: body.code, reason: reasonOf(error) }, 'request failed')
    if (body.status === 503 || body.status === 429) {
      reply.header('retry-after', error instanceof TooMany ? error.waitSeconds : RETRY_AFTER_SECONDS)
    }
    return reply.code(body.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
  })
}

/** Whether the client went away, or was sent away, before it had said all. */
function isGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/** What a failure is answered with. */
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
    // Of the file server, for an address that leaves the folder of the web app or is not written as it should be.
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

/** Something that an answer needs is not there now. */
function isUnavailable(error: unknown): boolean {
  return [LedgerUnavailable, NotRead, StoreFailed].some((kind) => error instanceof kind) || isDatabaseAway(error)
}

/** Shutting down, out of connections or disk, or not there at all. */
function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08|3D|53|57|58)/.test(error.code ?? '')
  return isAway(error)
}

/** What a log line may hold of an error: its kind and the database's code, and the message of our own mistakes only. */
function reasonOf(error: FastifyError): object {
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? cause.code : undefined
  return {
    name: cause.name,
    code,
    ...(cause instanceof DatabaseError ? { constraint: cause.constraint } : { stack: cause.stack }),
  }
}
