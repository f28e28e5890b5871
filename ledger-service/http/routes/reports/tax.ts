import type { TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { TaxLimitsFromDay } from '@ledger/contracts/http/tax/tax-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { DEFAULT_TAX_LIMITS } from '@ledger/contracts/tax/default-tax-limits.ts'
import { findBeneficiary } from '@ledger/projections/queries/beneficiaries/beneficiary-lists.ts'
import { readTaxList } from '@ledger/projections/queries/tax/tax-list.ts'
import type { FastifyInstance } from 'fastify'
import {
  areSameDetails,
  maskDetails,
  readBeneficiaryDetails,
  storeDetailsStatements,
} from '../../../access/beneficiary-details.ts'
import type { TaxLimitsFrom } from '../../../domain/tax/tax-limits.ts'
import { readTaxLimits } from '../../../event-store/read/read-tax-limits.ts'
import { appendExportEvent } from '../../append-export-event.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { sendFileWithProgress } from '../../streams/long-running-response.ts'
import { bookFileName, FILE_CONTENT_TYPES, readBookHead } from './book-file-name-and-head.ts'

/** Registers the lists for tax: the details of beneficiaries, the limits, the list and its files. */
export function registerTaxRoutes(app: FastifyInstance): void {
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

  route('taxLimits', async ({ company: { officeDb: db, companyId } }) =>
    limitsAnswer(await readTaxLimits(db, companyId)),
  )

  route('setTaxLimits', async ({ company, body, request, reply }) => {
    const { from, single: singlePaise, year: yearPaise, cashDay: cashDayPaise } = body
    return dispatchCommand(company, request, reply, {
      command: { type: 'SetTaxLimits', from, limits: { singlePaise, yearPaise, cashDayPaise } },
      body,
      answer: () => jsonAnswer(200, {}),
      laterAnswer: async ({ status }) =>
        status === 200 ? jsonAnswer(200, limitsAnswer(await readTaxLimits(company.db, company.companyId))) : undefined,
    })
  })

  route('taxList', async ({ company: { officeDb: db, companyId, freshness }, query, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'beneficiaries'))
    return readTaxList(db, companyId, query, await readTaxLimits(db, companyId))
  })

  route('taxListFile', async ({ company, query, request, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    const { format, language, from, to } = query
    // A file has to be complete; at the next try the read models have caught up.
    if ((await freshness.waitUntilCurrent('ledger', 'beneficiaries')) > 0) throw new HttpRefusal('unavailable')
    const period = { from, to }
    const parties = await readTaxList(db, companyId, period, await readTaxLimits(db, companyId))
    await appendExportEvent(company, request, { report: 'tax-list', format, rows: parties.length })
    const asked = { format, period, parties, head: await readBookHead(company, language) }
    return sendFileWithProgress(
      { request, reply },
      company.streams,
      (onProgress) => company.jobPools.fileExports.stream('taxListFile', asked, onProgress),
      { type: FILE_CONTENT_TYPES[format], name: `${bookFileName('tax-list', query)}.${format}` },
    )
  })
}

const amountOrNull = (paise: number | null) => (paise === null ? null : formatAmount(paise))

function limitsAnswer(set: readonly TaxLimitsFrom[]): TaxLimitsFromDay[] {
  return [toAnswer(null, DEFAULT_TAX_LIMITS), ...set.map(({ from, limits }) => toAnswer(from, limits))]
}

const toAnswer = (from: string | null, { singlePaise, yearPaise, cashDayPaise }: TaxLimits): TaxLimitsFromDay => ({
  from,
  single: amountOrNull(singlePaise),
  year: amountOrNull(yearPaise),
  cashDay: amountOrNull(cashDayPaise),
})
