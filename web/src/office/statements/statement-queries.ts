import type { CancelledVoucher, Statement, StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createCall, urlOf } from '../../shared/api/api-client.ts'
import { EXPORT_ROWS_PER_PAGE } from '../../shared/api/export-page-size.ts'
import type { OnRowsRead } from '../../shared/export/file/buffered-lines.ts'
import { readUnchangedPages } from '../api/read-unchanged-pages.ts'
import type { BookFormat } from '../api/report-queries.ts'
import { toSubjectParams } from './statement-subject-params.ts'

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

/** Reads a page of a statement; a cursor of null is the first one. */
const fetchStatementPage = (asked: StatementSelection, cursor: string | null, limit: string) =>
  fetchStatement({ query: { ...toParams(asked), limit, ...(cursor === null ? {} : { cursor }) } })

/** The pages of a statement, the oldest rows first, all of one state of the ledger. */
export function statementPages(asked: StatementSelection) {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/statement', asked],
    queryFn: ({ pageParam }) => fetchStatementPage(asked, pageParam, '100'),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })
}

/** A whole statement: the figures of its period, the rows of all pages, and the vouchers that the last page has. */
export interface ReadStatement extends Pick<Statement, 'of' | 'opening' | 'closing' | 'totals'> {
  readonly rows: readonly StatementRow[]
  readonly cancelled: readonly CancelledVoucher[]
}

/** Reads a statement to its end, all of one state of the ledger. */
export function fetchWholeStatement(asked: StatementSelection, onRead: OnRowsRead): Promise<ReadStatement> {
  return readUnchangedPages(async () => {
    const rows: StatementRow[] = []
    let page = await fetchStatementPage(asked, null, EXPORT_ROWS_PER_PAGE)
    for (;;) {
      rows.push(...page.rows)
      onRead(rows.length)
      if (page.next === null) return { ...page, rows, cancelled: page.cancelled ?? [] }
      page = await fetchStatementPage(asked, page.next, EXPORT_ROWS_PER_PAGE)
    }
  })
}

/** The name and the site of a subject that no list of people has. */
export const subjectNameQuery = (subject: string) =>
  queryOptions({
    queryKey: ['/api/admin/statement', 'of', subject],
    queryFn: async () => (await fetchStatement({ query: { ...toSubjectParams(subject), limit: '1' } })).of,
  })

/** The address of a whole statement as a file; json is the one that `tools/verify` checks. */
export const statementFileUrl = (asked: StatementSelection, format: BookFormat | 'json', language: Language) =>
  urlOf<'statementFile'>('/api/admin/statement/file', { query: { ...toParams(asked), format, language } })
