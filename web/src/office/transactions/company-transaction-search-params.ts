import type { TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { isDayInUrl } from '../../shared/forms/day-in-url.ts'
import { textsInUrl } from '../../shared/forms/texts-in-url.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { isPaymentMode } from './is-payment-mode.ts'

// The router needs these before any screen is there, and the contract's schemas are 26 kB, so the names stand here.
const SORTS: Readonly<Record<TransactionSort, true>> = { date: true, amount: true, '-date': true, '-amount': true }
const WORKLISTS: Readonly<Record<WorklistName, true>> = {
  lowCash: true,
  withoutBill: true,
  questions: true,
  enteredLate: true,
  looksTwice: true,
  large: true,
  changed: true,
}

const isKeyOf = <Key extends string>(names: Readonly<Record<Key, true>>, value: unknown): value is Key =>
  typeof value === 'string' && Object.hasOwn(names, value)

/**
 * Returns the filter in the list's address, so that it survives a reload and can be sent as a link. Anything else in
 * the address is left out.
 */
export function parseCompanyFilter(search: Record<string, unknown>): Partial<CompanyTransactionFilter> {
  const { from, to, type, mode, bill, deleted, worklist, sort } = search
  return {
    ...textsInUrl(search, 100, 'q'),
    ...(isDayInUrl(from) ? { from } : {}),
    ...(isDayInUrl(to) ? { to } : {}),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
    ...textsInUrl(search, 100, 'account'),
    ...textsInUrl(search, 100, 'site'),
    ...(isPaymentMode(mode) ? { mode } : {}),
    ...textsInUrl(search, 2200, 'beneficiary'),
    ...textsInUrl(search, 200, 'purpose'),
    ...textsInUrl(search, 20, 'amountFrom'),
    ...textsInUrl(search, 20, 'amountTo'),
    ...(bill === 'without' ? { bill } : {}),
    ...(deleted === 'include' || deleted === 'only' ? { deleted } : {}),
    ...(isKeyOf(WORKLISTS, worklist) ? { worklist } : {}),
    ...(isKeyOf(SORTS, sort) ? { sort } : {}),
  }
}
