import { noQueryParams } from '../query-parameters.ts'
import type { Route } from '../route-type.ts'
import {
  budgetBody,
  budgetList,
  budgetSet,
  budgetsQueryParams,
  MAX_PURPOSES_BYTES,
  purposeList,
  purposesBody,
} from './purpose-and-budget-schemas.ts'

/** The calls of the company's list of purposes, and of budgets. */
export const PURPOSE_AND_BUDGET_ROUTES = {
  purposes: {
    method: 'GET',
    path: '/api/admin/purposes',
    summary: 'The purposes of the company, with all their words',
    description:
      'Sums by purpose count every word of a purpose under its English name, whatever case it was typed in; the filter by purpose finds them all. Rows show what was typed. `Ledger-Revision` has the revision of the list for `If-Match`.',
    query: noQueryParams,
    answer: purposeList,
    status: 200,
  },
  setPurposes: {
    method: 'PUT',
    path: '/api/admin/purposes',
    summary: 'Replace the list of purposes',
    description:
      'Every sum follows at once, for old entries too; the entries stay as they were typed. A text that belongs to two purposes: 422 `purpose_word_twice`. A list that was changed since the revision of `If-Match`: 412.',
    body: purposesBody,
    bodyLimit: MAX_PURPOSES_BYTES,
    answer: purposeList,
    status: 200,
    command: true,
    ifMatch: true,
  },
  sitePurposes: {
    method: 'GET',
    path: '/api/site/purposes',
    summary: 'The purposes that a new expense offers',
    description: 'Any other purpose may be typed, too.',
    query: noQueryParams,
    answer: purposeList,
    status: 200,
  },
  budgets: {
    method: 'GET',
    path: '/api/admin/budgets',
    summary: 'The budgets of sites, with what is spent of each',
    description: 'Read at once after an entry, it has the entry.',
    query: budgetsQueryParams,
    answer: budgetList,
    status: 200,
  },
  setBudget: {
    method: 'PUT',
    path: '/api/admin/budgets',
    summary: 'Set the budget of a site for a purpose, or take it away',
    description:
      'One for each site, purpose and month, and one without a month for the whole time. It refuses no expense. More than 1,000, of which those of months before the last one do not count: 422 `too_many_budgets`. A deleted site takes its budgets along.',
    body: budgetBody,
    answer: budgetSet,
    status: 200,
    command: true,
  },
} as const satisfies Record<string, Route>
