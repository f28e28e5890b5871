import { DOWNLOAD_MEDIA_TYPES } from '../download-media-types.ts'
import type { Route } from '../route-type.ts'
import {
  cashBookFileQueryParams,
  ownStatementFileQueryParams,
  statement,
  statementFileQueryParams,
  statementQueryParams,
} from './statement-schemas.ts'

/** Statements, and the files that head office prints or hands to its accountant. */
export const STATEMENT_ROUTES = {
  statement: {
    method: 'GET',
    path: '/api/admin/statement',
    summary: 'A statement for a period, oldest first: opening, rows with a running balance, closing, sums',
    description:
      'Of one account, beneficiary or site; with none of them the day book of the company: all rows of all field accounts, a transfer as one row out and one in, the balance what all of them hold. `account=head_office` has what head office sent; a beneficiary has what it received. A page at a time: send `next` as `cursor`. All pages are of one state: once the statement has changed, the next page is refused with 409.',
    query: statementQueryParams,
    answer: statement,
    status: 200,
  },
  statementFile: {
    method: 'GET',
    path: '/api/admin/statement/file',
    summary: 'The same with all rows as pdf, xlsx, csv or json',
    description:
      'With `Accept: text/event-stream` progress comes first. The export is an event of the log. More rows than a sheet should have: 422. As json a sealed statement proves itself; for at most a minute after the seal it is refused as `not_signed_yet`.',
    query: statementFileQueryParams,
    media: [...DOWNLOAD_MEDIA_TYPES, 'application/json', 'text/event-stream'],
    status: 200,
  },
  siteStatementFile: {
    method: 'GET',
    path: '/api/site/statement/file',
    summary: 'My own statement for a period as pdf, xlsx or csv',
    description:
      'The same as the statement of the account for head office. With `Accept: text/event-stream` progress comes first. The export is an event of the log. More rows than a sheet should have: 422.',
    query: ownStatementFileQueryParams,
    media: [...DOWNLOAD_MEDIA_TYPES, 'text/event-stream'],
    status: 200,
  },
  cashBookFile: {
    method: 'GET',
    path: '/api/admin/cash-book/file',
    summary: 'The book of an account, a site or the company by day as pdf, xlsx or csv',
    description: 'With `Accept: text/event-stream` progress comes first. The export is an event of the log.',
    query: cashBookFileQueryParams,
    media: [...DOWNLOAD_MEDIA_TYPES, 'text/event-stream'],
    status: 200,
  },
} as const satisfies Record<string, Route>
