import type { ListFilter } from '../../shared/api/own-transaction-queries.ts'
import { textsInUrl } from '../../shared/forms/texts-in-url.ts'
import { parsePeriodSearch } from '../../shared/period/period-search-params.ts'

/**
 * Returns the filter in the address of the full list, so that it survives a reload and the back button. Anything else
 * in the address is left out.
 */
export function parseListSearch(search: Record<string, unknown>): ListFilter {
  const { type } = search
  return {
    ...textsInUrl(search, 100, 'q'),
    // As long as the id of a beneficiary may be.
    ...textsInUrl(search, 2200, 'purpose', 'beneficiary'),
    ...parsePeriodSearch(search),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
  }
}
