import type { TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { TaxLimitsFromDay } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { DEFAULT_TAX_LIMITS } from '@ledger/contracts/tax/default-tax-limits.ts'
import { readTaxList } from '@ledger/projections/queries/tax-list.ts'
import type { FastifyInstance } from 'fastify'
import type { TaxLimitsFrom } from '../../../domain/tax/tax-limits-state.ts'
import { readTaxLimits } from '../../../event-store/read/read-tax-limits.ts'
import { appendExportEvent } from '../../append-export-event.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { sendFileWithProgress } from '../../streams/long-running-response.ts'
import { bookFileName, FILE_CONTENT_TYPES, readBookHead } from './book-file-name-and-head.ts'

/** Registers the lists for tax: the limits, the list and its files. */
export function registerTaxRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

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
