import { z } from 'zod'
import type { Route } from '../route-type.ts'
import {
  accountCashCount,
  accountCashCountsQueryParams,
  cashCount,
  cashCountAnswer,
  cashCountBody,
  cashCountsQueryParams,
} from './cash-count-schemas.ts'

/** Counts of cash: by the person who has it, and for head office. */
export const CASH_COUNT_ROUTES = {
  countCash: {
    method: 'POST',
    path: '/api/site/cash-counts',
    summary: 'Record how much cash I have counted',
    description:
      'Compared with the entries of payment mode cash that were answered before the call began. 0 is an empty drawer. Moves no money.',
    body: cashCountBody,
    answer: cashCountAnswer,
    status: 201,
    command: true,
  },
  siteCashCounts: {
    method: 'GET',
    path: '/api/site/cash-counts',
    summary: 'My counts of cash, newest first',
    description: 'A page at a time: the `Link` header names the next one.',
    query: cashCountsQueryParams,
    answer: z.array(cashCount),
    status: 200,
  },
  cashCounts: {
    method: 'GET',
    path: '/api/admin/cash-counts',
    summary: 'Counts of cash of all accounts, newest first',
    description: 'A page at a time: the `Link` header names the next one.',
    query: accountCashCountsQueryParams,
    answer: z.array(accountCashCount),
    status: 200,
  },
} as const satisfies Record<string, Route>
