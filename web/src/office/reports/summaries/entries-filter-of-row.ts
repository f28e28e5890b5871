import type { SummaryTable } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { WITHOUT_SITE } from '@ledger/contracts/public-account-id.ts'
import type { SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import type { CompanyTransactionFilter } from '../../api/transaction-queries.ts'
import { isPaymentMode } from '../../transactions/is-payment-mode.ts'
import type { SummarySearch } from './summary-search-params.ts'

/**
 * Returns the filter of the list that shows the entries of a row: those of its sum, and the transfers beside them. A
 * site has its supervisors; a supervisor has the days without a site.
 */
export function entriesFilterOfRow(
  { by, site = '', from, to }: SummarySearch & { readonly by: SummarySubject },
  { key, name, role }: Pick<SummaryTable['rows'][number], 'key' | 'name' | 'role'>,
): Partial<CompanyTransactionFilter> {
  const asked = site.startsWith('supervisor_') ? { account: site } : { site }
  const filter = { ...periodOfSummaryRow(by, key, { from, to }), ...asked }
  switch (by) {
    case 'site':
      return { ...filter, ...(role === 'supervisor' ? { account: key, site: WITHOUT_SITE } : { site: key }) }
    case 'month':
      return filter
    case 'purpose':
      return { ...filter, type: 'debit', purpose: name }
    case 'beneficiary':
      return { ...filter, type: 'debit', beneficiary: key }
    case 'mode':
      return { ...filter, type: 'debit', ...(isPaymentMode(key) ? { mode: key } : {}) }
  }
}

/** Returns the days of a row's entries that are in the period: those of the month, where a row is a month. */
function periodOfSummaryRow(
  by: SummarySubject,
  key: string,
  { from = '', to = '' }: { from?: string | undefined; to?: string | undefined },
): { from: string; to: string } {
  if (by !== 'month') return { from, to }
  const first = `${key}-01`
  const last = new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).toISOString().slice(0, 10)
  return { from: first > from ? first : from, to: to !== '' && to < last ? to : last }
}
