import { z } from 'zod'
import { expenseBody, TRANSFER_TITLES, transferBody } from './bodies.ts'
import { noQuery, transactionsQuery } from './queries.ts'
import { recipientSums } from './recipient-sums.ts'
import { accountLedger, ownLedgerQuery, periodQuery, summary } from './reports.ts'
import { id, type Route } from './route.ts'
import { balance, balanceOnly, beneficiary, payee, recorded, transaction } from './shapes.ts'

/** What site incharges and supervisors call: always about themselves. */
export const SITE_ROUTES = {
  siteBalance: {
    method: 'GET',
    path: '/api/site/balance',
    summary: 'My balance',
    query: noQuery,
    answer: balance,
    status: 200,
  },
  siteTransactions: {
    method: 'GET',
    path: '/api/site/transactions',
    summary: 'My transactions, newest first',
    query: transactionsQuery,
    answer: z.array(transaction),
    status: 200,
  },
  siteBeneficiaries: {
    method: 'GET',
    path: '/api/site/beneficiaries',
    summary: 'Whom I have paid, most recent first',
    query: noQuery,
    answer: z.array(beneficiary),
    status: 200,
  },
  beneficiaries: {
    method: 'GET',
    path: '/api/beneficiaries',
    summary: 'Whom I have paid, most recent first; for head office everybody who was ever paid',
    query: noQuery,
    answer: z.array(beneficiary),
    status: 200,
  },
  siteSupervisors: {
    method: 'GET',
    path: '/api/site/supervisors',
    summary: 'Active supervisors, to transfer money to',
    query: noQuery,
    answer: z.array(payee),
    status: 200,
  },
  recordExpense: {
    method: 'POST',
    path: '/api/site/transactions',
    summary: 'Record an expense',
    body: expenseBody,
    answer: recorded,
    status: 201,
    command: true,
  },
  editExpense: {
    method: 'PUT',
    path: '/api/site/transactions/:id',
    summary: 'Change an expense of mine',
    params: id,
    body: expenseBody,
    answer: recorded,
    status: 200,
    command: true,
    ifMatch: true,
  },
  deleteExpense: {
    method: 'DELETE',
    path: '/api/site/transactions/:id',
    summary: 'Delete an expense of mine',
    params: id,
    answer: balanceOnly,
    status: 200,
    command: true,
    ifMatch: true,
  },
  transfer: {
    method: 'POST',
    path: '/api/site/transfer',
    summary: 'Transfer money to a supervisor',
    body: transferBody,
    titles: TRANSFER_TITLES,
    answer: recorded,
    status: 201,
    command: true,
  },
  siteLedger: {
    method: 'GET',
    path: '/api/site/ledger',
    summary: 'My ledger of a period, with the balance after each row',
    query: ownLedgerQuery,
    answer: accountLedger,
    status: 200,
  },
  siteSummary: {
    method: 'GET',
    path: '/api/site/summary',
    summary: 'My sums of a period, by month, purpose, beneficiary and payment mode',
    query: periodQuery,
    answer: summary,
    status: 200,
  },
  siteRecipients: {
    method: 'GET',
    path: '/api/site/recipients',
    summary: 'The 5 last people of my list, and what each received and paid within a period',
    query: periodQuery,
    answer: z.array(recipientSums),
    status: 200,
  },
} as const satisfies Record<string, Route>
