import type { CompanyFilter } from '../calls/money.ts'

const DAY = /^2\d{3}-\d{2}-\d{2}$/
const isDayText = (value: unknown): value is string => typeof value === 'string' && DAY.test(value)

/** What the address of the list says: a filter outlives a reload and can be sent to somebody; anything else is left out. */
export function companyFilter({
  q,
  from,
  to,
  type,
  account,
  deleted,
}: Record<string, unknown>): Partial<CompanyFilter> {
  return {
    // The router reads a search for 1500 as a number.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q).slice(0, 100) } : {}),
    ...(isDayText(from) ? { from } : {}),
    ...(isDayText(to) ? { to } : {}),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
    ...(typeof account === 'string' && account !== '' ? { account: account.slice(0, 100) } : {}),
    ...(deleted === 'include' || deleted === 'only' ? { deleted } : {}),
  }
}
