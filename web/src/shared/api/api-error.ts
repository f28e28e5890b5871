import type { Issue } from '@ledger/contracts/refusals.ts'

/** An answer that is no success, or no answer at all (`status` 0, code "unreachable"). `message` is the catalogue's. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly issues: readonly Issue[]
  /** What a person can read out to whoever looks into the service's log; "" where the answer had none. */
  readonly reference: string

  constructor(
    status: number,
    code: string,
    title: string,
    message: string,
    issues: readonly Issue[] = [],
    reference = '',
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.title = title
    this.issues = issues
    this.reference = reference
  }
}

/** The code of an answer that is not the ledger's own, such as a proxy's page: there is no message in it to show. */
export const UNEXPLAINED = 'unexplained'

export function unreachable(cause: unknown): ApiError {
  const error = new ApiError(0, 'unreachable', 'Error', 'Could not reach the server. Check the network and try again.')
  error.cause = cause
  return error
}

/** §8: the server's `message`, and where it sent none, "HTTP {status}: {status text}". */
export async function readError(response: Response): Promise<ApiError> {
  const fallback = `HTTP ${response.status}: ${response.statusText}`
  const body = jsonObject(await response.text())
  return new ApiError(
    response.status,
    typeof body.code === 'string' ? body.code : UNEXPLAINED,
    typeof body.title === 'string' ? body.title : 'Error',
    typeof body.message === 'string' && body.message !== '' ? body.message : fallback,
    Array.isArray(body.issues) ? body.issues.filter(isIssue) : [],
    response.headers.get('x-request-id')?.slice(-8) ?? '',
  )
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    // A proxy's HTML page, say: then the status is all there is to show.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}

/** No session, or one that has ended; a wrong password is a 401 as well, but says so itself. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The server has understood and says no (4xx): asked again it would say the same. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** The command may or may not be in the ledger; only a repetition with the same key settles it. */
export function outcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
