import { UUID_FORM } from '@ledger/contracts/text/uuid.ts'
import { isDayInUrl } from '../../shared/forms/day-in-url.ts'
import { matchesPattern } from '../../shared/forms/matches-pattern.ts'

/** The filter of the edit log in the screen's address, so that a link shows the same list, and so does the way back. */
export interface EditLogSearchParams {
  /** The year in which a financial year begins, instead of the two days. */
  readonly year?: string
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string
  readonly to?: string
  /**
   * The actions as the API takes them; `all` for everything. Without it the log shows changes and deletions, because
   * most entries of a year's log are creations.
   */
  readonly action?: string
  /** Inner ids. */
  readonly actor?: string
  readonly account?: string
}

export const ALL_ACTIONS = 'all'
export const DEFAULT_ACTION = 'changed,deleted'

const YEAR_FORM = /^2\d{3}$/
const ACTION_FORM = /^(all|created|changed|deleted)$/
const ACCOUNT_ID_FORM = new RegExp(`^${UUID_FORM}$`)

export function parseEditLogSearch(search: Record<string, unknown>): EditLogSearchParams {
  // The router parses a year as a number.
  const { from, to, action, actor, account } = search
  const year = String(search.year)
  return {
    ...(YEAR_FORM.test(year) ? { year } : {}),
    ...(isDayInUrl(from) ? { from } : {}),
    ...(isDayInUrl(to) ? { to } : {}),
    ...(matchesPattern(action, ACTION_FORM) ? { action } : {}),
    ...(matchesPattern(actor, ACCOUNT_ID_FORM) ? { actor } : {}),
    ...(matchesPattern(account, ACCOUNT_ID_FORM) ? { account } : {}),
  }
}
