import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
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
  const [words, setWords] = useState(filter.q)
  const settled = useDebouncedText(words.trim())
  /** The words that the address has, or will have in a moment. */
  const sent = useRef(filter.q)
  const goTo = (next: CompanyTransactionFilter) => {
    sent.current = next.q
    void navigate({ search: parseCompanyFilter({ ...next }), replace: true, state: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the typing pauses
  useEffect(() => {
    if (settled !== sent.current) goTo({ ...filter, q: settled })
  }, [settled])
  useEffect(() => {
    // The address was changed by a link or by the way back.
    if (filter.q === sent.current) return
    sent.current = filter.q
    setWords(filter.q)
  }, [filter.q])
  return {
    filter,
    typed: { ...filter, q: words },
    change(next) {
      if (next.q !== words) setWords(next.q)
      const others = { ...next, q: filter.q }
      // Where everything is cleared, the words do not wait.
      if (next.q === '' && words !== '') goTo({ ...others, q: '' })
      else if (JSON.stringify(others) !== JSON.stringify(filter)) goTo(others)
    },
  }
}
