import type { StatementSubjectParams } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { UUID_FORM } from '@ledger/contracts/text/uuid.ts'
import { matchesPattern } from '../../shared/forms/matches-pattern.ts'

/**
 * The subject of a statement or of a cash book in an address: the id of an account, `site:` and that of an incharge for
 * the site with its supervisors, the id of a beneficiary, `head_office` or `company`. The id of an account is the
 * public one, or the inner one, which a deleted account keeps.
 */
const SITE_PREFIX = 'site:'
export const WHOLE_COMPANY = 'company'

const BOOK = `(site:)?(site_\\d{10}|${UUID_FORM})|supervisor_\\d{10}`
const SUBJECT_FORM = new RegExp(`^(company|head_office|${BOOK}|b:.{1,2200})$`, 'u')

export const isStatementSubject = (value: unknown): value is string => matchesPattern(value, SUBJECT_FORM)

const BOOK_FORM = new RegExp(`^(company|${BOOK})$`)
export const isBookSubject = (value: unknown): value is string => matchesPattern(value, BOOK_FORM)

const INNER_ID_FORM = new RegExp(`^(site:)?${UUID_FORM}$`)
/** Returns whether no list of people has the choice, although it may be one. */
export const isOfInnerId = (subject: string | undefined): subject is string =>
  subject !== undefined && INNER_ID_FORM.test(subject)

/** Returns the choice of a site with its supervisors. */
export const siteChoice = (inchargeId: string) => SITE_PREFIX + inchargeId

export const isSiteChoice = (subject: string): boolean => subject.startsWith(SITE_PREFIX)

/** Returns a choice of a statement as the parameters of a request. */
export function toSubjectParams(subject: string): StatementSubjectParams {
  if (subject === WHOLE_COMPANY) return {}
  return subject.startsWith('b:') ? { beneficiary: subject } : toBookParams(subject)
}

/** Returns a choice of a cash book as the parameters of a request. */
export const toBookParams = (subject: string): { site: string } | { account: string } =>
  isSiteChoice(subject) ? { site: subject.slice(SITE_PREFIX.length) } : { account: subject }
