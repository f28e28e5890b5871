import { z } from 'zod'
import {
  trialBalanceAnswer,
  trialBalanceFileQueryParams,
  trialBalanceQueryParams,
} from './audit/trial-balance-schemas.ts'
import { contactFormBody, contactMessage } from './contact-form-schemas.ts'
import { DOWNLOAD_MEDIA_TYPES } from './download-media-types.ts'
import { creditBody, deleteCreditBody, editCreditBody, sendMoneyBody } from './entry-requests.ts'
import { transactionId } from './path-parameters.ts'
import {
  companyTransactionSumsQuery,
  companyTransactionsQuery,
  noQueryParams,
  peopleQueryParams,
  periodQueryParams,
} from './query-parameters.ts'
import {
  accountLedger,
  cashBook,
  cashBookQueryParams,
  ledgerQueryParams,
} from './reports/account-ledger-and-cash-book-schemas.ts'
import {
  beneficiaryReport,
  companySummary,
  summaryTable,
  summaryTableQueryParams,
  transactionTotals,
} from './reports/summary-and-total-schemas.ts'
import type { Route } from './route-type.ts'
import { balanceOnly, companyTransaction, recordedTransaction } from './transaction-schemas.ts'

/** The calls of head office about money and reports, and of the public page. */
export const MONEY_REPORT_AND_CONTACT_ROUTES = {
  sendMoney: {
    method: 'POST',
    path: '/api/admin/send-money',
    summary: 'Send money to a site incharge',
    description: 'Records a credit. Without a payment mode it is a bank transfer. A disabled account: 422.',
    body: sendMoneyBody,
    answer: recordedTransaction,
    status: 201,
    command: true,
  },
  adminTransactions: {
    method: 'GET',
    path: '/api/admin/transactions',
    summary: 'Transactions of all accounts, newest first',
    description:
      'A page at a time: the `Link` header names the next one. A transfer is two rows, one for each side. Rows of the worklist `questions` have their questions.',
    query: companyTransactionsQuery,
    answer: z.array(companyTransaction),
    status: 200,
  },
  adminTransactionSums: {
    method: 'GET',
    path: '/api/admin/transactions/sums',
    summary: 'How many transactions of all accounts a filter leaves, and what they add up to',
    description:
      'Over all pages of the list with the same filters, a sum for each kind of row. A transfer counts on both sides.',
    query: companyTransactionSumsQuery,
    answer: transactionTotals,
    status: 200,
  },
  recordCredit: {
    method: 'POST',
    path: '/api/admin/transactions',
    summary: 'Record money that a site incharge received from head office',
    description:
      'For `userId`, else the one site incharge whose id, name or site name is `recipient`; none or several: 400.',
    body: creditBody,
    answer: recordedTransaction,
    status: 201,
    command: true,
  },
  editCredit: {
    method: 'PUT',
    path: '/api/admin/transactions/:id',
    summary: 'Change a credit; the credit side of a transfer changes both sides. Whose it is stays',
    description:
      'Replaces all fields; left out, `date` and `bills` stay. Less than a transfer needs: 422. An edit that changes nothing is not recorded, and neither is its `reason`.',
    params: transactionId,
    body: editCreditBody,
    answer: recordedTransaction,
    status: 200,
    command: true,
    ifMatch: true,
  },
  deleteCredit: {
    method: 'DELETE',
    path: '/api/admin/transactions/:id',
    summary: 'Delete a credit; of a transfer both sides',
    description: 'The entry leaves the lists and the balances and stays in the history. A debit is refused with 403.',
    params: transactionId,
    body: deleteCreditBody,
    answer: balanceOnly,
    status: 200,
    command: true,
    ifMatch: true,
  },
  adminLedger: {
    method: 'GET',
    path: '/api/admin/ledger',
    summary: 'The ledger of an account for a period, with the balance after each row',
    description:
      'For a field account. A page at a time, the newest first; balances and sums cover the whole period. All pages are of one state: once the ledger has changed, the next page is refused with 409.',
    query: ledgerQueryParams,
    answer: accountLedger,
    status: 200,
  },
  adminSummary: {
    method: 'GET',
    path: '/api/admin/summary',
    summary: 'The sums of a period for the whole company, and what each site received and spent',
    description:
      'Transfers move money between people: they count in their accounts, and not in what was sent or spent.',
    query: periodQueryParams,
    answer: companySummary,
    status: 200,
  },
  summaryTable: {
    method: 'GET',
    path: '/api/admin/summary-table',
    summary: 'The sums of a period by site, purpose, beneficiary, payment mode or month, all rows',
    description: 'Of the whole company or of one account. Transfers count in none of the sums.',
    query: summaryTableQueryParams,
    answer: summaryTable,
    status: 200,
  },
  cashBook: {
    method: 'GET',
    path: '/api/admin/cash-book',
    summary: 'The book of an account, a site or the company by day: opening, received, spent, closing',
    description:
      'Days without an entry are left out. With a mode, as if the account had no other entries. In the book of the company a transfer is received and spent.',
    query: cashBookQueryParams,
    answer: cashBook,
    status: 200,
  },
  trialBalance: {
    method: 'GET',
    path: '/api/admin/trial-balance',
    summary: 'Received, spent and balance of every account, and their sum, which is 0',
    description:
      'With `dated` what is dated on or before a day, whenever it was recorded; with `recorded` what was recorded by a moment, replayed from the log, as `/api/audit/as-of` has it. One of the two.',
    query: trialBalanceQueryParams,
    answer: trialBalanceAnswer,
    status: 200,
  },
  trialBalanceFile: {
    method: 'GET',
    path: '/api/admin/trial-balance/file',
    summary: 'The same as pdf, xlsx or csv',
    description:
      'With both `dated` and `recorded` the two stand side by side, with the difference of each balance. With `Accept: text/event-stream` progress comes first. The export is an event of the log.',
    query: trialBalanceFileQueryParams,
    media: [...DOWNLOAD_MEDIA_TYPES, 'text/event-stream'],
    status: 200,
  },
  beneficiaryReports: {
    method: 'GET',
    path: '/api/admin/beneficiaries',
    summary: 'Beneficiaries with what they were paid in all, the most paid first',
    description: 'A page at a time. Deleted payments do not count.',
    query: peopleQueryParams,
    answer: z.array(beneficiaryReport),
    status: 200,
  },
  contact: {
    method: 'POST',
    path: '/api/contact',
    summary: 'Send a message from the public page',
    description: 'Anybody may send one, from the form at /landing; a few an hour from one address.',
    body: contactFormBody,
    status: 204,
  },
  contactMessages: {
    method: 'GET',
    path: '/api/admin/contact-messages',
    summary: 'Messages from the public page, the newest first',
    description: 'Those that visitors of /landing have sent.',
    query: noQueryParams,
    answer: z.array(contactMessage),
    status: 200,
  },
  adminFollow: {
    method: 'GET',
    path: '/api/admin/follow',
    summary:
      'What of the company has changed, as soon as it can be read, as text/event-stream; nothing else about anybody',
    description: 'Server-sent events, `changed` and a comment every 20 s. Send `Last-Event-ID` again to miss nothing.',
    query: noQueryParams,
    media: ['text/event-stream'],
    status: 200,
  },
} as const satisfies Record<string, Route>
