import type { TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-schemas.ts'
import { isDayInAddress } from '../../shared/forms/day-in-address.ts'
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

/** The router parses a search for 1500 as a number. */
const isNonEmptyText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

const isKeyOf = <Key extends string>(names: Readonly<Record<Key, true>>, value: unknown): value is Key =>
  typeof value === 'string' && Object.hasOwn(names, value)

/**
 * Returns the filter in the list's address, so that it survives a reload and can be sent as a link. Anything else in
 * the address is left out.
 */
export function parseCompanyFilter(search: Record<string, unknown>): Partial<CompanyTransactionFilter> {
  const { from, to, type, mode, bill, deleted, worklist, sort } = search
  return {
    ...textIn(search, 'q', 100),
    ...(isDayInAddress(from) ? { from } : {}),
    ...(isDayInAddress(to) ? { to } : {}),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
    ...textIn(search, 'account', 100),
    ...textIn(search, 'site', 100),
    ...(isPaymentMode(mode) ? { mode } : {}),
    ...textIn(search, 'beneficiary', 2200),
    ...textIn(search, 'purpose', 200),
    ...textIn(search, 'amountFrom', 20),
    ...textIn(search, 'amountTo', 20),
    ...(bill === 'without' ? { bill } : {}),
    ...(deleted === 'include' || deleted === 'only' ? { deleted } : {}),
    ...(isKeyOf(WORKLISTS, worklist) ? { worklist } : {}),
    ...(isKeyOf(SORTS, sort) ? { sort } : {}),
  }
}

/** Returns a text of the address under its name, cut to what the server takes; nothing where there is none. */
function textIn<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
  most: number,
): Partial<Record<Name, string>> {
  const value = search[name]
  const texts: Partial<Record<Name, string>> = {}
  if (isNonEmptyText(value)) texts[name] = String(value).slice(0, most)
  return texts
}
