import { DOWNLOAD_MEDIA_TYPES } from '../download-media-types.ts'
import { noQueryParams } from '../query-parameters.ts'
import type { Route } from '../route-type.ts'
import {
  taxLimitsAnswer,
  taxLimitsBody,
  taxListAnswer,
  taxListFileQueryParams,
  taxListQueryParams,
} from './tax-limit-and-tax-list-schemas.ts'

/** The calls of the lists for tax: the limits, the list and its files. */
export const TAX_ROUTES = {
  taxLimits: {
    method: 'GET',
    path: '/api/admin/tax-limits',
    summary: 'The limits of the lists for tax, and from which day each holds',
    description: 'The first are those of the law: 30,000 at once, 1,00,000 in a year, cash of 10,000 on a day.',
    query: noQueryParams,
    answer: taxLimitsAnswer,
    status: 200,
  },
  setTaxLimits: {
    method: 'PUT',
    path: '/api/admin/tax-limits',
    summary: 'Set the limits of the lists for tax from a day on',
    description:
      'All three together; null lists none. They hold until the day before the next ones. Days before `from` keep theirs.',
    body: taxLimitsBody,
    answer: taxLimitsAnswer,
    status: 200,
    command: true,
  },
  taxList: {
    method: 'GET',
    path: '/api/admin/tax-list',
    summary: 'The parties whose payments in a period are above a limit for tax, with PAN',
    description:
      'Payments count by their dates; deleted ones and transfers do not. A period inside a financial year also counts, for the limit of the year, what was paid from 1 April of that year up to the period.',
    query: taxListQueryParams,
    answer: taxListAnswer,
    status: 200,
  },
  taxListFile: {
    method: 'GET',
    path: '/api/admin/tax-list/file',
    summary: 'The same as pdf, xlsx or csv',
    description: 'With `Accept: text/event-stream` progress comes first. The export is an event of the log.',
    query: taxListFileQueryParams,
    media: [...DOWNLOAD_MEDIA_TYPES, 'text/event-stream'],
    status: 200,
  },
} as const satisfies Record<string, Route>
