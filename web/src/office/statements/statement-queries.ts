import type { Language } from '@ledger/contracts/languages.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createCall, urlOf } from '../../shared/api/api-client.ts'
import type { BookFormat } from '../api/report-queries.ts'
import { toSubjectParams } from './statement-subject-in-address.ts'

/** The subject, as the address has it, and the period of a statement; "" is an open end. */
export interface StatementSelection {
  readonly subject: string
  readonly from: string
  readonly to: string
}

const toParams = ({ subject, from, to }: StatementSelection) => ({
  ...toSubjectParams(subject),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
})

const fetchStatement = createCall<'statement'>('GET', '/api/admin/statement')

/** The pages of a statement, the oldest rows first, all of one state of the ledger. */
export function statementPages(asked: StatementSelection) {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/statement', asked],
    queryFn: ({ pageParam }) =>
      fetchStatement({
        query: { ...toParams(asked), limit: '100', ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })
}

/** The name of a subject that no list of people has. */
export const subjectNameQuery = (subject: string) =>
  queryOptions({
    queryKey: ['/api/admin/statement', 'name', subject],
    queryFn: async () => (await fetchStatement({ query: { ...toSubjectParams(subject), limit: '1' } })).of.name ?? '',
  })

/** The address of a whole statement as a file; json is the one that `tools/verify` checks. */
export const statementFileUrl = (asked: StatementSelection, format: BookFormat | 'json', language: Language) =>
  urlOf<'statementFile'>('/api/admin/statement/file', { query: { ...toParams(asked), format, language } })
