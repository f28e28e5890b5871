import type { StatementSubjectParams } from '@ledger/contracts/http/statements/statement-schemas.ts'

/**
 * The subject of a statement or of a cash book in an address: the public id of an account, `site:` and that of an
 * incharge for the site with its supervisors, the id of a beneficiary, `head_office` or `company`.
 */
const SITE_PREFIX = 'site:'
export const WHOLE_COMPANY = 'company'

const SUBJECT_FORM = /^(company|head_office|(site:)?site_\d{10}|supervisor_\d{10}|b:.{1,2200})$/u

export const isStatementSubject = (value: unknown): value is string =>
  typeof value === 'string' && SUBJECT_FORM.test(value)

const BOOK_FORM = /^((site:)?site_\d{10}|supervisor_\d{10})$/
export const isBookSubject = (value: unknown): value is string => typeof value === 'string' && BOOK_FORM.test(value)

/** Returns the choice of a site with its supervisors. */
export const siteChoice = (inchargeId: string) => SITE_PREFIX + inchargeId

/** Returns a choice of a statement as the parameters of a request. */
export function toSubjectParams(subject: string): StatementSubjectParams {
  if (subject === WHOLE_COMPANY) return {}
  return subject.startsWith('b:') ? { beneficiary: subject } : toBookParams(subject)
}

/** Returns a choice of a cash book as the parameters of a request. */
export const toBookParams = (subject: string): { site: string } | { account: string } =>
  subject.startsWith(SITE_PREFIX) ? { site: subject.slice(SITE_PREFIX.length) } : { account: subject }
