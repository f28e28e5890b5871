import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'

const QUESTIONS_PATH = '/api/admin/questions'
const fetchQuestions = createCall<'questions'>('GET', QUESTIONS_PATH)

export const askQuestion = createCall<'askQuestion'>('POST', '/api/admin/transactions/:id/questions')
export const closeQuestion = createCall<'closeQuestion'>('POST', '/api/admin/questions/:id/close')

/** All questions on one entry, by the id of its row, the newest first. */
export const questionsOnEntryQuery = (transaction: string) =>
  queryOptions({
    queryKey: [QUESTIONS_PATH, transaction],
    queryFn: () => fetchQuestions({ query: { transaction } }),
    refetchInterval: REFETCH_MS,
  })
