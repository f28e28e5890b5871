import { siteUserId, transactionId } from '../path-parameters.ts'
import { siteUser } from '../people/account-schemas.ts'
import { noQueryParams } from '../query-parameters.ts'
import type { Route } from '../route-type.ts'
import { entryReview, reviewBody } from './mark-entry-reviewed-schemas.ts'
import { worklistCounts } from './worklist-count-schemas.ts'
import { alertLevelBody, officeSettings, officeSettingsBody } from './worklist-limit-schemas.ts'

/** The calls of the worklists: their counts and limits, and what the office says to an entry. */
export const WORKLIST_ROUTES = {
  worklists: {
    method: 'GET',
    path: '/api/admin/worklists',
    summary: 'How many accounts or entries each worklist has',
    description:
      'Each name is a value of `worklist` at `/api/admin/transactions`, whose sums count the same rows; `lowCash` counts accounts, and lists their entries. A list that the settings switch off has none.',
    query: noQueryParams,
    answer: worklistCounts,
    status: 200,
  },
  officeSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'The limits of the worklists',
    description:
      'Where nothing was ever set: cash below 10,000, bills above 5,000, large above 2,00,000, late after 7 days.',
    query: noQueryParams,
    answer: officeSettings,
    status: 200,
  },
  setOfficeSettings: {
    method: 'PUT',
    path: '/api/admin/settings',
    summary: 'Set the limits of the worklists',
    description: 'All four together; null switches a list off. The lists follow at once, for old entries too.',
    body: officeSettingsBody,
    answer: officeSettings,
    status: 200,
    command: true,
  },
  setAlertLevel: {
    method: 'PUT',
    path: '/api/admin/users/:id/alert-level',
    summary: 'Set the balance below which a site incharge is short of cash',
    description: 'null: the level of all accounts (`lowCash` of the settings) counts again.',
    params: siteUserId,
    body: alertLevelBody,
    answer: siteUser,
    status: 200,
    command: true,
  },
  reviewEntry: {
    method: 'POST',
    path: '/api/admin/transactions/:id/reviews',
    summary: 'Say that an entry was seen, is no duplicate, or needs no bill',
    description:
      'Takes the entry off its worklist and changes no figure. An edit of amount, day or party undoes it; another entry that looks the same brings a pair back. A deleted entry: 409. One that was changed since the revision of `If-Match`: 412.',
    params: transactionId,
    body: reviewBody,
    answer: entryReview,
    status: 201,
    command: true,
    ifMatch: true,
  },
} as const satisfies Record<string, Route>
