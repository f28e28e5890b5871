import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'

const OWN_QUESTIONS_PATH = '/api/site/questions'
const fetchQuestions = createCall<'siteQuestions'>('GET', OWN_QUESTIONS_PATH)

/** The questions that wait for an answer of this account, the newest first. */
export const openQuestionsQuery = queryOptions({
  queryKey: [OWN_QUESTIONS_PATH],
  queryFn: () => fetchQuestions({ query: { state: 'open' } }),
  refetchInterval: REFETCH_MS,
})

/** All questions on one entry, by the id of its row. */
export const ownQuestionsOnEntryQuery = (transaction: string) =>
  queryOptions({
    queryKey: [OWN_QUESTIONS_PATH, 'on', transaction],
    queryFn: () => fetchQuestions({ query: { transaction } }),
  })
