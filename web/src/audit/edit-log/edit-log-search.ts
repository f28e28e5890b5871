/** What the address of the edit log says, so that a look can be sent to somebody, and found again on the way back. */
export interface EditLogSearch {
  /** The year in which a financial year begins, instead of the two days. */
  readonly year?: string
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string
  readonly to?: string
  /** As the API takes it; `all` for everything. Left out: what was changed and deleted, because the log of a year is mostly what was created. */
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
  // The router reads a year as a number.
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
