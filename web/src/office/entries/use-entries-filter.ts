import { getRouteApi } from '@tanstack/react-router'
import { useDebouncedWordsInUrl } from '../../shared/forms/use-debounced-words-in-url.ts'
import { type CompanyTransactionFilter, NO_COMPANY_FILTER } from '../api/transaction-queries.ts'
import { parseCompanyFilter } from '../transactions/company-transaction-search-params.ts'

const entriesRoute = getRouteApi('/admin/all-transactions')

interface EntriesFilter {
  /** The filter that the address names: the rows on the screen belong to it. */
  readonly filter: CompanyTransactionFilter
  /** The same with the words that are still being typed, for the form. */
  readonly typed: CompanyTransactionFilter
  change(filter: CompanyTransactionFilter): void
}

/**
 * Returns the filter of the list, which is kept in its address, so that a reload, the way back and a link lead to the
 * same rows. Words come into the address once the typing pauses.
 */
export function useEntriesFilter(): EntriesFilter {
  const search = entriesRoute.useSearch()
  const navigate = entriesRoute.useNavigate()
  const filter = { ...NO_COMPANY_FILTER, ...search }
  const goTo = (next: CompanyTransactionFilter) => {
    words.note(next.q)
    void navigate({ search: parseCompanyFilter({ ...next }), replace: true, resetScroll: false, state: true })
  }
  const words = useDebouncedWordsInUrl(filter.q, (q) => goTo({ ...filter, q }))
  return {
    filter,
    typed: { ...filter, q: words.typed },
    change(next) {
      if (next.q !== words.typed) words.type(next.q)
      const others = { ...next, q: filter.q }
      // Where everything is cleared, the words do not wait.
      if (next.q === '' && words.typed !== '') goTo({ ...others, q: '' })
      else if (JSON.stringify(others) !== JSON.stringify(filter)) goTo(others)
    },
  }
}
