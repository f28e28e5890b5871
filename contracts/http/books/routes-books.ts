import { accountOfLedger } from '../path-parameters.ts'
import type { Route } from '../route-type.ts'
import {
  booksAnswer,
  booksQueryParams,
  closeBooksBody,
  reopenBooksBody,
  reopenedBooks,
  sealedBalanceAnswer,
  sealedBalanceQueryParams,
  sealedClosing,
  sealingClosing,
} from './closing-and-seal-schemas.ts'
import { yearCertificate, yearCertificateQueryParams } from './year-certificate-schemas.ts'

/** The calls that close the books, open them again, and prove a sealed balance. */
export const BOOK_ROUTES = {
  books: {
    method: 'GET',
    path: '/api/admin/books',
    summary: 'Up to which day the books are closed, and what to look at before closing them',
    description: 'A closing that was taken back stays in the list for ever.',
    query: booksQueryParams,
    answer: booksAnswer,
    status: 200,
  },
  closeBooks: {
    method: 'POST',
    path: '/api/admin/books/close',
    summary: 'Close the books up to a day',
    description:
      'From then on no entry dated on or before that day is recorded, changed or deleted, by anybody: 422 `books_closed`. The balances are sealed right after; an answer that comes before the seal is 202. A day that is not over, or not after the last closed day: 400.',
    body: closeBooksBody,
    answer: sealedClosing,
    accepted: sealingClosing,
    status: 201,
    command: true,
  },
  reopenBooks: {
    method: 'POST',
    path: '/api/admin/books/reopen',
    summary: 'Open the books again after a day',
    description: 'Closings after that day no longer hold, and stay listed. Where there is none: 400.',
    body: reopenBooksBody,
    answer: reopenedBooks,
    status: 200,
    command: true,
  },
  sealedBalance: {
    method: 'GET',
    path: '/api/audit/sealed-balance/:id',
    summary: 'The proof of one balance of a closing',
    description:
      'One file that `tools/verify` checks alone. 404 where no closing that holds ends on that day, or where the account had no entry; `not_signed_yet` for at most a minute after the seal.',
    params: accountOfLedger,
    query: sealedBalanceQueryParams,
    answer: sealedBalanceAnswer,
    status: 200,
  },
  yearCertificate: {
    method: 'GET',
    path: '/api/audit/year-certificate',
    summary: 'What the log holds of a financial year, and when and with which result it was last verified',
    description:
      'Each part is as the database has it; nothing is verified by this call. Entries count by their dates of today.',
    query: yearCertificateQueryParams,
    answer: yearCertificate,
    status: 200,
  },
} as const satisfies Record<string, Route>
