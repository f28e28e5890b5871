import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'

const fetchBooks = createCall<'books'>('GET', '/api/admin/books')

/** A seal that is being made is asked about again after this time. */
const SEALING_REFETCH_MS = 1000

/** The closings of the books, and the checklist up to a day; "" is the day that the ledger proposes. */
export function booksQuery(upTo: string) {
  return queryOptions({
    queryKey: ['/api/admin/books', upTo],
    queryFn: () => fetchBooks({ query: upTo === '' ? {} : { upTo } }),
    refetchInterval: ({ state: { data } }) =>
      data?.closings.some(({ root, reopened }) => root === null && reopened === null) ? SEALING_REFETCH_MS : false,
  })
}

export const closeBooks = createCall<'closeBooks'>('POST', '/api/admin/books/close')
export const reopenBooks = createCall<'reopenBooks'>('POST', '/api/admin/books/reopen')
