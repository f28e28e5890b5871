import { queryOptions, useQuery } from '@tanstack/react-query'
import { createCall, createRevisedCall } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { purposeNamer } from '../../shared/language/purpose-namer.ts'

const fetchPurposes = createRevisedCall<'purposes'>('GET', '/api/admin/purposes')
/** The list of purposes, with the revision that a change of it names. */
export const purposesWithRevisionQuery = queryOptions({
  queryKey: ['/api/admin/purposes'],
  async queryFn() {
    const { answer: purposes, revision } = await fetchPurposes()
    return { purposes, revision }
  },
})
export const setPurposes = createCall<'setPurposes'>('PUT', '/api/admin/purposes')

/** Returns the name of a sum by purpose in the reader's language. */
export function usePurposeName(): (name: string) => string {
  const language = useLanguage((state) => state.language)
  return purposeNamer(language, useQuery(purposesWithRevisionQuery).data?.purposes)
}

const fetchBudgets = createCall<'budgets'>('GET', '/api/admin/budgets')
/** The budgets of the whole time, and those of a month, of the months from one on, or of all. */
export const budgetsQuery = (query: { month?: string; from?: string }) =>
  queryOptions({
    queryKey: ['/api/admin/budgets', query],
    queryFn: () => fetchBudgets({ query }),
    refetchInterval: REFETCH_MS,
  })
export const setBudget = createCall<'setBudget'>('PUT', '/api/admin/budgets')
