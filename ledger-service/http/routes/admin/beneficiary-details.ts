import { findBeneficiary } from '@ledger/projections/queries/beneficiaries/beneficiary-lists.ts'
import type { FastifyInstance } from 'fastify'
import {
  areSameDetails,
  maskDetails,
  readBeneficiaryDetails,
  storeDetailsStatements,
} from '../../../access/beneficiary-details.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'

/** Registers the calls that read and set PAN, GSTIN and phone of a beneficiary. */
export function registerBeneficiaryDetailsRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('beneficiaryDetails', async ({ company: { officeDb: db, companyId, freshness }, params: { id }, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('beneficiaries'))
    const found = await findBeneficiary(db, companyId, id)
    if (!found) throw new HttpRefusal('not_found')
    return readBeneficiaryDetails(db, companyId, found)
  })

  route('setBeneficiaryDetails', async ({ company, params: { id }, body, request, reply }) => {
    const { db, companyId, freshness } = company
    // An older state could take the details of one that is no longer merged for those of the other.
    if ((await freshness.waitUntilCurrent('beneficiaries')) > 0) throw new HttpRefusal('unavailable')
    // Merged spellings have their details together, under the id of the one that they were merged into.
    const beneficiary = (await findBeneficiary(db, companyId, id)) ?? { id, paidIds: [] }
    const before = await readBeneficiaryDetails(db, companyId, beneficiary)
    const isChanged = !areSameDetails(before, body)
    return dispatchCommand(company, request, reply, {
      command: { type: 'ChangeBeneficiaryDetails', beneficiary: beneficiary.id, masked: maskDetails(body), isChanged },
      body,
      sideStatements: isChanged ? storeDetailsStatements(companyId, beneficiary, before, body) : [],
      // The answer of a key is stored for as long as the log, and details can be erased: the stored one has none.
      answer: () => jsonAnswer(200, {}),
      laterAnswer: async ({ status }) =>
        status === 200 ? jsonAnswer(200, await readBeneficiaryDetails(db, companyId, beneficiary)) : undefined,
    })
  })
}
