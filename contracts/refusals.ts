/**
 * The error catalogue (§5, §8, api.md): every way in which a request can be turned away, once, for both sides.
 * `code` is for programs, `title` heads the toast, `message` is what a person reads.
 */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 500 | 503
  readonly title: string
  readonly message: string
}

const error = (status: Refusal['status'], message: string, title = 'Error'): Refusal => ({ status, title, message })

export const REFUSALS = {
  invalid_request: error(400, 'The request is not well formed'),
  bill_unreadable: error(400, 'This bill cannot be read. Please take the photo again.'),
  bill_excessive: error(
    400,
    'This picture is too large or takes too long to read. Please take the photo again, or attach a smaller one.',
  ),
  unauthorized: error(401, 'Unauthorized', 'Unauthorized'),
  other_account: error(401, 'Somebody else is signed in on this device', 'Unauthorized'),
  wrong_email_or_password: error(401, 'Invalid email or password', 'Login Failed'),
  wrong_mobile_or_password: error(401, 'Invalid mobile number or password', 'Login Failed'),
  account_disabled: error(403, 'Your account is disabled. Contact your admin.', 'Login Failed'),
  forbidden: error(403, 'You are not allowed to do this'),
  cross_site: error(403, 'This request came from another site'),
  only_debits: error(403, 'Only expenses can be recorded here'),
  only_credits: error(403, 'Only money sent to a site can be recorded here'),
  not_editable: error(403, 'This transaction cannot be changed here'),
  not_found: error(404, 'Not found'),
  unknown_company: error(404, 'No company is found at this address. Please check the address, or ask your office.'),
  too_slow: error(408, 'The request took too long to arrive. Please try again.'),
  mobile_in_use: error(409, 'This mobile number is already in use'),
  email_in_use: error(409, 'This email address is already in use'),
  not_signed_yet: error(404, 'No signed checkpoint covers this entry yet. Please try again in a minute.'),
  bill_erased: error(410, 'This bill was erased'),
  already_deleted: error(409, 'This transaction was already deleted'),
  revision_changed: error(412, 'Someone else changed this transaction. Reload and try again.'),
  body_too_large: error(413, 'The request is too large'),
  bill_too_large: error(413, 'The bill is too large'),
  no_bill: error(415, 'Please attach a photo or a PDF'),
  unsupported_media_type: error(415, 'Please send JSON'),
  insufficient_balance: error(422, 'Transfer amount exceeds available balance', 'Insufficient Balance'),
  counterparty_unavailable: error(422, 'This account is disabled or deleted'),
  total_too_large: error(422, 'All entries together would exceed the largest total that the ledger can hold'),
  key_reused: error(422, 'This Idempotency-Key was used with another request'),
  too_many_tries: error(429, 'Too many tries. Please wait and try again.'),
  too_many_at_once: error(429, 'Too many of these are open at once. Please wait until one has ended.'),
  too_fast: error(429, 'Too many entries at once. Please wait a little and try again.'),
  too_many_bills: error(429, 'Too many bills at once. Please wait a little and try again.'),
  internal: error(500, 'Something went wrong on our side'),
  outcome_unknown: error(503, 'We could not confirm the result. Please try again.'),
  unavailable: error(503, 'The ledger is not available right now. Please try again.'),
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof REFUSALS

/** One broken rule of a request body: where, and the sentence of §5. */
export interface Issue {
  path: string
  message: string
}

/** The error body of api.md. */
export interface ErrorBody {
  status: number
  code: RefusalCode
  title: string
  message: string
  issues?: Issue[]
}

/** The body for a refusal of the catalogue. */
export function errorBody(code: RefusalCode): ErrorBody {
  const { status, title, message } = REFUSALS[code]
  return { status, code, title, message }
}

/** The body for a request that breaks rules which need no state; `message` is the first one's, in the order of §5. */
export function invalidBody(issues: Issue[], title = 'Error'): ErrorBody {
  const message = issues[0]?.message ?? REFUSALS.invalid_request.message
  return { status: 400, code: 'invalid_request', title, message, issues }
}
