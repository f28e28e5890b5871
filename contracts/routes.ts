import { z } from 'zod'
import { adminLoginBody, createSiteUserBody, expenseBody, sendMoneyBody, siteLoginBody } from './bodies.ts'
import { balance, beneficiary, officeUser, recorded, sessionUser, siteUser, supervisor, transaction } from './shapes.ts'

/**
 * The calls of §7 as api.md answers them: the server registers these, the web app calls these.
 * Who may call what is not here but in ledger-service/access/policy.ts.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly body?: z.ZodType
  readonly query?: z.ZodType
  readonly answer?: z.ZodType
  readonly status: 200 | 201 | 204
  /** Appends to the ledger, so it takes an `Idempotency-Key`. */
  readonly command?: true
}

const page = {
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  cursor: z.string().max(200).optional(),
}
export const transactionsQuery = z.strictObject(page)
export type TransactionsQuery = z.infer<typeof transactionsQuery>

const noQuery = z.strictObject({})

export const ROUTES = {
  adminLogin: {
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Sign in with e-mail and password',
    body: adminLoginBody,
    answer: z.object({ user: officeUser }),
    status: 200,
  },
  adminLogout: { method: 'POST', path: '/api/admin/logout', summary: 'Sign out', status: 204 },
  adminAuth: {
    method: 'GET',
    path: '/api/admin/auth',
    summary: 'Who is signed in',
    query: noQuery,
    answer: officeUser,
    status: 200,
  },
  adminSites: {
    method: 'GET',
    path: '/api/admin/sites',
    summary: 'Site incharges with their balances',
    query: noQuery,
    answer: z.array(siteUser),
    status: 200,
  },
  createSiteUser: {
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Create a site incharge',
    body: createSiteUserBody,
    answer: siteUser,
    status: 201,
    command: true,
  },
  sendMoney: {
    method: 'POST',
    path: '/api/admin/send-money',
    summary: 'Send money to a site incharge',
    body: sendMoneyBody,
    answer: recorded,
    status: 201,
    command: true,
  },
  siteLogin: {
    method: 'POST',
    path: '/api/site/login',
    summary: 'Sign in with mobile number and password',
    body: siteLoginBody,
    answer: z.object({ user: sessionUser }),
    status: 200,
  },
  siteLogout: { method: 'POST', path: '/api/site/logout', summary: 'Sign out', status: 204 },
  siteAuth: {
    method: 'GET',
    path: '/api/site/auth',
    summary: 'Who is signed in, with the balance',
    query: noQuery,
    answer: z.union([siteUser, supervisor]),
    status: 200,
  },
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
  recordExpense: {
    method: 'POST',
    path: '/api/site/transactions',
    summary: 'Record an expense',
    body: expenseBody,
    answer: recorded,
    status: 201,
    command: true,
  },
  siteBeneficiaries: {
    method: 'GET',
    path: '/api/site/beneficiaries',
    summary: 'Whom I have paid, most recent first',
    query: noQuery,
    answer: z.array(beneficiary),
    status: 200,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES
