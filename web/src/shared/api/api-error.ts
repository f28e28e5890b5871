import { isDay } from '@ledger/contracts/dates.ts'
import type { ValidationIssue } from '@ledger/contracts/http/error-body.ts'

/** An answer that is no success, or no answer at all (`status` 0, code "unreachable"). `message` is the catalogue's. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly issues: readonly ValidationIssue[]
  /** The reference with which an operator finds the failure in the service's log; "" where the answer had none. */
  readonly reference: string
  /** The day up to which the books are closed, where that is why: `2026-10-31`; else "". */
  readonly closedUpTo: string

  constructor(
    status: number,
    code: string,
    title: string,
    message: string,
    issues: readonly ValidationIssue[] = [],
    reference = '',
    closedUpTo = '',
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.title = title
    this.issues = issues
    this.reference = reference
    this.closedUpTo = closedUpTo
  }
}

/**
 * The code of an answer that is not the ledger's own, such as a proxy's page. Such an answer has no message to show.
 */
export const UNEXPLAINED_CODE = 'unexplained'

export function unreachableError(cause: unknown): ApiError {
  const error = new ApiError(0, 'unreachable', 'Error', 'Could not reach the server. Check the network and try again.')
  error.cause = cause
  return error
}

/** Returns the error of an answer. §8: its message is the server's or, without one, "HTTP {status}: {status text}". */
export async function parseErrorResponse(response: Response): Promise<ApiError> {
  const fallback = `HTTP ${response.status}: ${response.statusText}`
  const body = jsonObject(await response.text())
  return new ApiError(
    response.status,
    typeof body.code === 'string' ? body.code : UNEXPLAINED_CODE,
    typeof body.title === 'string' ? body.title : 'Error',
    typeof body.message === 'string' && body.message !== '' ? body.message : fallback,
    Array.isArray(body.issues) ? body.issues.filter(isIssue) : [],
    response.headers.get('x-request-id')?.slice(-8) ?? '',
    typeof body.closedUpTo === 'string' && isDay(body.closedUpTo) ? body.closedUpTo : '',
  )
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    // For a proxy's HTML page, for example, only the status can be shown.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function isIssue(value: unknown): value is ValidationIssue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}

/** Tells whether there is no session, or it has ended. A wrong password is a 401 as well, with a message of its own. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Tells whether the server understood the call and refused it (4xx): the same call would be refused again. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** Tells whether the ledger may have the command. Only a repetition with the same key settles it. */
export function outcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
