import type { StatementSubjectParams } from '@ledger/contracts/http/statements/statement-schemas.ts'

/**
 * The subject of a statement or of a cash book in an address: the id of an account, `site:` and that of an incharge for
 * the site with its supervisors, the id of a beneficiary, `head_office` or `company`. The id of an account is the
 * public one, or the inner one, which a deleted account keeps.
 */
const SITE_PREFIX = 'site:'
export const WHOLE_COMPANY = 'company'

const INNER_ID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const BOOK = `(site:)?(site_\\d{10}|${INNER_ID})|supervisor_\\d{10}`
const SUBJECT_FORM = new RegExp(`^(company|head_office|${BOOK}|b:.{1,2200})$`, 'u')

export const isStatementSubject = (value: unknown): value is string =>
  typeof value === 'string' && SUBJECT_FORM.test(value)

const BOOK_FORM = new RegExp(`^(company|${BOOK})$`)
export const isBookSubject = (value: unknown): value is string => typeof value === 'string' && BOOK_FORM.test(value)

const INNER_ID_FORM = new RegExp(`^(site:)?${INNER_ID}$`)
/** Returns whether no list of people has the choice, although it may be one. */
export const isOfInnerId = (subject: string | undefined): subject is string =>
  subject !== undefined && INNER_ID_FORM.test(subject)

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
