import type { ListFilter } from '../../shared/api/own-transaction-queries.ts'
import { isDayInAddress } from '../../shared/forms/day-in-address.ts'

/**
 * Returns the filter in the address of the full list, so that it survives a reload and the back button. Anything else
 * in the address is left out.
 */
export function parseListSearch({ q, from, to, type }: Record<string, unknown>): ListFilter {
  return {
    // The router parses a search for 1500 as a number.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q).slice(0, 100) } : {}),
    ...(isDayInAddress(from) ? { from } : {}),
    ...(isDayInAddress(to) ? { to } : {}),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
  }
}
