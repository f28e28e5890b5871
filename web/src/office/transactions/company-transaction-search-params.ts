import { isDayInAddress } from '../../shared/forms/day-in-address.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'

/** The router parses a search for 1500 as a number. */
const isNonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'

/**
 * Returns the filter in the list's address, so that it survives a reload and can be sent as a link. Anything else in
 * the address is left out.
 */
export function parseCompanyFilter({
  q,
  from,
  to,
  type,
  account,
  purpose,
  bill,
  deleted,
}: Record<string, unknown>): Partial<CompanyTransactionFilter> {
  return {
    ...(isNonEmptyText(q) ? { q: String(q).slice(0, 100) } : {}),
    ...(isDayInAddress(from) ? { from } : {}),
    ...(isDayInAddress(to) ? { to } : {}),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
    ...(typeof account === 'string' && account !== '' ? { account: account.slice(0, 100) } : {}),
    ...(isNonEmptyText(purpose) ? { purpose: String(purpose).slice(0, 200) } : {}),
    ...(bill === 'without' ? { bill } : {}),
    ...(deleted === 'include' || deleted === 'only' ? { deleted } : {}),
  }
}
