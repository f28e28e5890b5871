/**
 * The error catalogue (§5, §8, api.md): every reason to refuse a request, defined once for the server and the web app.
 * `code` is for programs, `title` heads the toast, `message` is the sentence for a person.
 */
export interface ErrorDefinition {
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 500 | 503
  readonly title: string
  readonly message: string
}

const defineError = (status: ErrorDefinition['status'], message: string, title = 'Error'): ErrorDefinition => ({
  status,
  title,
  message,
})

export const ERROR_CATALOGUE = {
  invalid_request: defineError(400, 'The request is not well formed'),
  bill_unreadable: defineError(400, 'This bill cannot be read. Please take the photo again.'),
  bill_excessive: defineError(
    400,
    'This picture is too large or takes too long to read. Please take the photo again, or attach a smaller one.',
  ),
  bill_locked: defineError(
    400,
    'This PDF asks for a password. Please attach it without the password, or a photo of the bill.',
  ),
  unauthorized: defineError(401, 'Unauthorized', 'Unauthorized'),
  other_account: defineError(401, 'Somebody else is signed in on this device', 'Unauthorized'),
  wrong_email_or_password: defineError(401, 'Invalid email or password', 'Login Failed'),
  wrong_mobile_or_password: defineError(401, 'Invalid mobile number or password', 'Login Failed'),
  account_disabled: defineError(403, 'Your account is disabled. Contact your admin.', 'Login Failed'),
  forbidden: defineError(403, 'You are not allowed to do this'),
  cross_site: defineError(403, 'This request came from another site'),
  only_debits: defineError(403, 'Only expenses can be recorded here'),
  only_credits: defineError(403, 'Only money sent to a site can be recorded here'),
  not_editable: defineError(403, 'This transaction cannot be changed here'),
  not_found: defineError(404, 'Not found'),
  unknown_company: defineError(
    404,
    'No company is found at this address. Please check the address, or ask your office.',
  ),
  too_slow: defineError(408, 'The request took too long to arrive. Please try again.'),
  mobile_in_use: defineError(409, 'This mobile number is already in use'),
  email_in_use: defineError(409, 'This email address is already in use'),
  not_signed_yet: defineError(404, 'No signed checkpoint covers this yet. Please try again in a minute.'),
  bill_erased: defineError(410, 'This bill was erased'),
  ledger_changed: defineError(
    409,
    'This ledger changed while it was being read. Please read it again from its first page.',
  ),
  already_deleted: defineError(409, 'This transaction was already deleted'),
  revision_changed: defineError(412, 'Someone else changed this transaction. Reload and try again.'),
  body_too_large: defineError(413, 'The request is too large'),
  bill_too_large: defineError(413, 'The bill is too large'),
  no_bill: defineError(415, 'Please attach a photo or a PDF'),
  unsupported_media_type: defineError(415, 'Please send JSON'),
  insufficient_balance: defineError(422, 'Transfer amount exceeds available balance', 'Insufficient Balance'),
  counterparty_unavailable: defineError(422, 'This account is disabled or deleted'),
  last_admin: defineError(422, 'This is the only admin. Make another admin first.', 'The last admin stays'),
  total_too_large: defineError(422, 'All entries together would exceed the largest total that the ledger can hold'),
  question_on_deleted: defineError(422, 'This entry was deleted. No question can be asked about it.'),
  question_closed: defineError(409, 'This question was closed. It takes no more answers.'),
  too_many_questions: defineError(422, 'This entry has as many questions as it can hold'),
  too_many_answers: defineError(422, 'This question has as many answers as it can hold'),
  books_closed: defineError(422, 'The books are closed up to {}', 'Books Closed'),
  day_not_over: defineError(400, 'This day is not over yet. Close the books up to yesterday, or an earlier day.'),
  closed_before: defineError(400, 'The books are closed up to {} already'),
  nothing_to_reopen: defineError(400, 'No closing is later than this day'),
  beneficiary_name_in_use: defineError(409, 'Another beneficiary has this name already. Merge the two instead.'),
  same_beneficiary: defineError(422, 'These are one beneficiary already'),
  not_merged: defineError(422, 'This name is not merged with another one'),
  too_many_spellings: defineError(422, 'A beneficiary can have at most 200 names'),
  purposes_changed: defineError(
    412,
    'Somebody else has changed the list of purposes. Look at it again, then save your change.',
  ),
  purpose_word_twice: defineError(
    422,
    '“{}” belongs to two purposes. A word can belong to one purpose only: remove it from the other.',
  ),
  too_many_budgets: defineError(422, 'There are 1,000 budgets already. Take away one that is no longer needed.'),
  too_many_rows: defineError(422, 'This file would have more than 5,00,000 rows. Please choose a shorter period.'),
  tally_unmapped: defineError(422, 'Some of these entries have no ledger in Tally yet. Please choose one for each.'),
  tally_file_changed: defineError(
    409,
    'This file can no longer be made as it was. Please make a new one for the same days.',
  ),
  key_reused: defineError(422, 'This Idempotency-Key was used with another request'),
  too_many_tries: defineError(429, 'Too many tries. Please wait and try again.'),
  too_many_at_once: defineError(429, 'Too many of these are open at once. Please wait until one has ended.'),
  too_fast: defineError(429, 'Too many entries at once. Please wait a little and try again.'),
  too_many_bills: defineError(429, 'Too many bills at once. Please wait a little and try again.'),
  internal: defineError(500, 'Something went wrong on our side'),
  outcome_unknown: defineError(503, 'We could not confirm the result. Please try again.'),
  unavailable: defineError(503, 'The ledger is not available right now. Please try again.'),
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof ERROR_CATALOGUE
