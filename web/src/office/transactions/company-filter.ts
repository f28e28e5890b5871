import type { CompanyFilter } from '../calls/money.ts'

const DAY = /^2\d{3}-\d{2}-\d{2}$/
const isDayText = (value: unknown): value is string => typeof value === 'string' && DAY.test(value)

/** The router parses a search for 1500 as a number. */
const isWords = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'

/**
 * Returns the filter in the list's address, so that it survives a reload and can be sent as a link. Anything else in
 * the address is left out.
 */
export function companyFilter({
  q,
  from,
  to,
  type,
  account,
  purpose,
  bill,
  deleted,
}: Record<string, unknown>): Partial<CompanyFilter> {
  return {
    ...(isWords(q) ? { q: String(q).slice(0, 100) } : {}),
    ...(isDayText(from) ? { from } : {}),
    ...(isDayText(to) ? { to } : {}),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
    ...(typeof account === 'string' && account !== '' ? { account: account.slice(0, 100) } : {}),
    ...(isWords(purpose) ? { purpose: String(purpose).slice(0, 200) } : {}),
    ...(bill === 'without' ? { bill } : {}),
    ...(deleted === 'include' || deleted === 'only' ? { deleted } : {}),
  }
}
