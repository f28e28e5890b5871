/** The filter of the edit log in the screen's address, so that a link shows the same list, and so does the way back. */
export interface EditLogSearch {
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

export const ALL = 'all'
export const DEFAULT_ACTION = 'changed,deleted'

const YEAR = /^2\d{3}$/
const DAY = /^2\d{3}-\d{2}-\d{2}$/
const ACTION = /^(all|created|changed|deleted)$/
const ID = /^[0-9a-f-]{36}$/

export function editLogSearch(search: Record<string, unknown>): EditLogSearch {
  // The router parses a year as a number.
  const { from, to, action, actor, account } = search
  const year = String(search.year)
  return {
    ...(YEAR.test(year) ? { year } : {}),
    ...(isLike(from, DAY) ? { from } : {}),
    ...(isLike(to, DAY) ? { to } : {}),
    ...(isLike(action, ACTION) ? { action } : {}),
    ...(isLike(actor, ID) ? { actor } : {}),
    ...(isLike(account, ID) ? { account } : {}),
  }
}

function isLike(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value)
}
