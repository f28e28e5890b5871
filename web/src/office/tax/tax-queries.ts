import type { Language } from '@ledger/contracts/languages.ts'
import { queryOptions } from '@tanstack/react-query'
import { createCall, urlOf } from '../../shared/api/api-client.ts'
import type { OpenPeriod } from '../../shared/language/period-text.ts'
import type { BookFormat } from '../api/report-queries.ts'

const toParams = ({ from, to }: OpenPeriod) => ({ ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) })

const fetchTaxList = createCall<'taxList'>('GET', '/api/admin/tax-list')
/** The parties whose payments in a period are above a limit. */
export const taxListQuery = (period: OpenPeriod) =>
  queryOptions({
    queryKey: ['/api/admin/tax-list', period],
    queryFn: () => fetchTaxList({ query: toParams(period) }),
  })

/** The address of the same list as a file. */
export const taxListFileUrl = (period: OpenPeriod, format: BookFormat, language: Language) =>
  urlOf<'taxListFile'>('/api/admin/tax-list/file', { query: { ...toParams(period), format, language } })

const fetchTaxLimits = createCall<'taxLimits'>('GET', '/api/admin/tax-limits')
export const taxLimitsQuery = queryOptions({ queryKey: ['/api/admin/tax-limits'], queryFn: () => fetchTaxLimits() })
export const setTaxLimits = createCall<'setTaxLimits'>('PUT', '/api/admin/tax-limits')

const fetchDetails = createCall<'beneficiaryDetails'>('GET', '/api/admin/beneficiaries/:id/details')
/** PAN, GSTIN and phone of a beneficiary. */
export const beneficiaryDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/admin/beneficiaries', 'details', id],
    queryFn: () => fetchDetails({ id }),
  })
export const setBeneficiaryDetails = createCall<'setBeneficiaryDetails'>('PUT', '/api/admin/beneficiaries/:id/details')
