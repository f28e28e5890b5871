import type { TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { isDayInAddress } from '../../shared/forms/day-in-address.ts'
import { textsInAddress } from '../../shared/forms/texts-in-address.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { isPaymentMode } from './payment-mode-in-address.ts'

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
    ...textsInAddress(search, 100, 'q'),
    ...(isDayInAddress(from) ? { from } : {}),
    ...(isDayInAddress(to) ? { to } : {}),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
    ...textsInAddress(search, 100, 'account'),
    ...textsInAddress(search, 100, 'site'),
    ...(isPaymentMode(mode) ? { mode } : {}),
    ...textsInAddress(search, 2200, 'beneficiary'),
    ...textsInAddress(search, 200, 'purpose'),
    ...textsInAddress(search, 20, 'amountFrom'),
    ...textsInAddress(search, 20, 'amountTo'),
    ...(bill === 'without' ? { bill } : {}),
    ...(deleted === 'include' || deleted === 'only' ? { deleted } : {}),
    ...(isKeyOf(WORKLISTS, worklist) ? { worklist } : {}),
    ...(isKeyOf(SORTS, sort) ? { sort } : {}),
  }
}
