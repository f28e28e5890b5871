import type { ChangeKind } from '@ledger/contracts/http/change-notification.ts'

/** The screens to refresh: those of the field, or those of head office. */
export type Audience = 'site' | 'admin'

/**
 * The calls that show each kind of change. Head office also sees today's names in the rows of lists, and sums of money
 * in the lists of people.
 */
const QUERIES_BY_CHANGE: Record<Audience, Record<ChangeKind, readonly string[]>> = {
  site: {
    balance: ['balance', 'days'],
    transactions: ['transactions', 'transfers', 'ledger', 'days', 'summary', 'recipients'],
    beneficiaries: ['beneficiaries', 'frequent-payees'],
    people: ['supervisors', 'supervisor-balances'],
    questions: ['questions'],
    cashCounts: ['cash-counts'],
  },
  admin: {
    balance: ['sites', 'supervisors', 'ledger', 'statement', 'cash-book', 'worklists'],
    transactions: [
      'transactions',
      'ledger',
      'statement',
      'cash-book',
      'summary',
      'summary-table',
      'trial-balance',
      'tax-list',
      'beneficiaries',
      'worklists',
      'settings',
      'purposes',
      'budgets',
      'books',
    ],
    beneficiaries: ['beneficiaries', 'tax-list', 'tax-limits'],
    people: [
      'sites',
      'supervisors',
      'office-users',
      'transactions',
      'ledger',
      'statement',
      'cash-book',
      'summary',
      'summary-table',
      'trial-balance',
      'worklists',
    ],
    questions: ['questions', 'worklists', 'transactions', 'books'],
    cashCounts: ['cash-counts', 'worklists'],
  },
}

/** Returns the paths of all calls that show any kind of change. */
export const allAffectedQueryPaths = (door: Audience): ReadonlySet<unknown> =>
  affectedQueryPaths(door, Object.keys(QUERIES_BY_CHANGE[door]) as ChangeKind[])

/** Returns the paths of the calls that show changes of these kinds. They are the first keys of their queries. */
export function affectedQueryPaths(door: Audience, kinds: Iterable<ChangeKind>): ReadonlySet<unknown> {
  return new Set([...kinds].flatMap((kind) => QUERIES_BY_CHANGE[door][kind]).map((name) => `/api/${door}/${name}`))
}
