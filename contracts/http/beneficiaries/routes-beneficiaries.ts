import { beneficiaryOfPath } from '../path-parameters.ts'
import { noQueryParams } from '../query-parameters.ts'
import type { Route } from '../route-type.ts'
import { beneficiaryDetails, beneficiaryDetailsBody } from './beneficiary-details-schemas.ts'
import {
  beneficiaryParams,
  mergeBeneficiariesBody,
  renameBeneficiaryBody,
  unmergeBeneficiaryBody,
} from './beneficiary-requests.ts'
import { changedBeneficiary } from './beneficiary-schemas.ts'

/** The calls that rename a beneficiary and make its spellings one, and those of its PAN, GSTIN and phone. */
export const BENEFICIARY_ROUTES = {
  renameBeneficiary: {
    method: 'PUT',
    path: '/api/admin/beneficiaries/:id',
    summary: 'Show a beneficiary by another name',
    description:
      'No entry changes, and every list, summary and statement shows the new name at once. A name that another beneficiary has: 409 `beneficiary_name_in_use`; merge the two instead.',
    params: beneficiaryParams,
    body: renameBeneficiaryBody,
    answer: changedBeneficiary,
    status: 200,
    command: true,
  },
  mergeBeneficiaries: {
    method: 'POST',
    path: '/api/admin/beneficiaries/merge',
    summary: 'Make several spellings one beneficiary',
    description:
      'It has the name of `into`, and all entries of each, those of later with an old spelling too. Each id stands for all that is merged into it already. One that is merged with `into` already: 422 `same_beneficiary`.',
    body: mergeBeneficiariesBody,
    answer: changedBeneficiary,
    status: 200,
    command: true,
  },
  unmergeBeneficiary: {
    method: 'POST',
    path: '/api/admin/beneficiaries/unmerge',
    summary: 'Undo a merge',
    description:
      'The spelling is a beneficiary of its own again, with what was merged into it before. One that is merged into none: 422 `not_merged`.',
    body: unmergeBeneficiaryBody,
    answer: changedBeneficiary,
    status: 200,
    command: true,
  },
  beneficiaryDetails: {
    method: 'GET',
    path: '/api/admin/beneficiaries/:id/details',
    summary: 'PAN, GSTIN and phone of a beneficiary',
    description: 'They are stored outside the log. A beneficiary that was never given any has three nulls.',
    params: beneficiaryOfPath,
    query: noQueryParams,
    answer: beneficiaryDetails,
    status: 200,
  },
  setBeneficiaryDetails: {
    method: 'PUT',
    path: '/api/admin/beneficiaries/:id/details',
    summary: 'Set or erase PAN, GSTIN and phone of a beneficiary',
    description:
      'All three together; null erases one. The event has them masked. A PAN or GSTIN that is mistyped, or a GSTIN of another PAN: 400.',
    params: beneficiaryOfPath,
    body: beneficiaryDetailsBody,
    answer: beneficiaryDetails,
    status: 200,
    command: true,
  },
} as const satisfies Record<string, Route>
