import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'

const fetchBeneficiaries = createCall<'beneficiaries'>('GET', '/api/beneficiaries')

/** The newest beneficiaries of the company, each with its other spellings. Read again with the other lists. */
export const newestBeneficiariesQuery = queryOptions({
  queryKey: ['/api/admin/beneficiaries', 'newest'],
  queryFn: () => fetchBeneficiaries(),
})

export const renameBeneficiary = createCall<'renameBeneficiary'>('PUT', '/api/admin/beneficiaries/:id')
export const mergeBeneficiaries = createCall<'mergeBeneficiaries'>('POST', '/api/admin/beneficiaries/merge')
export const unmergeBeneficiary = createCall<'unmergeBeneficiary'>('POST', '/api/admin/beneficiaries/unmerge')
