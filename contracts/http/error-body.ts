import type { Day } from '../dates.ts'
import { ERROR_CATALOGUE, type ErrorCode } from './error-catalogue.ts'

/** One broken rule of a request body: the field, and the sentence of §5. */
export interface ValidationIssue {
  path: string
  message: string
}

/** The error body of api.md. */
export interface ErrorBody {
  status: number
  code: ErrorCode
  title: string
  message: string
  /** On 400 the broken rules; of `tally_unmapped` the kind and the name of everything without a ledger. */
  issues?: ValidationIssue[]
  /** The day up to which the books are closed, where a refusal follows from it. */
  closedUpTo?: Day
  /** The text that belongs to two purposes, where that is why. */
  word?: string
}

/** The facts that the message of a refusal names in place of its `{}`. */
export type NamedFacts = Pick<ErrorBody, 'closedUpTo' | 'word'>

/**
 * Returns the error body for a code of the catalogue.
 * @param named the day for a message with `{}`, which is written as `31 Oct 2026`, or the word
 */
export function errorBody(code: ErrorCode, { closedUpTo, word }: NamedFacts = {}): ErrorBody {
  const { status, title, message } = ERROR_CATALOGUE[code]
  const fact = closedUpTo === undefined ? word : displayDay(closedUpTo)
  return {
    status,
    code,
    title,
    message: fact === undefined ? message : message.replace('{}', () => fact),
    ...(closedUpTo === undefined ? {} : { closedUpTo }),
    ...(word === undefined ? {} : { word }),
  }
}

/**
 * Returns the error body for a request that breaks rules which need no state. `message` is that of the first issue, in
 * the order of §5.
 */
export function validationErrorBody(issues: ValidationIssue[], title = 'Error'): ErrorBody {
  const message = issues[0]?.message ?? ERROR_CATALOGUE.invalid_request.message
  return { status: 400, code: 'invalid_request', title, message, issues }
}

function displayDay(day: Day): string {
  const format = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.format(Date.parse(day))
}
