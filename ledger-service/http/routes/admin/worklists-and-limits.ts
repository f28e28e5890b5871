import type { OfficeLimits } from '@ledger/contracts/events/setting-schemas.ts'
import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { EntryReview } from '@ledger/contracts/http/worklists/mark-entry-reviewed-schemas.ts'
import type { OfficeSettings } from '@ledger/contracts/http/worklists/worklist-limit-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { WORKLIST_PROJECTIONS, worklistContext } from '@ledger/projections/queries/worklists/worklist-conditions.ts'
import { readWorklistCounts } from '@ledger/projections/queries/worklists/worklist-counts.ts'
import { readOfficeLimits } from '@ledger/projections/read-models/worklists/office-limits.ts'
import type { FastifyInstance } from 'fastify'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { currentUser } from '../../plugins/session.ts'
import { parseIfMatch } from '../../requests/if-match.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { fieldUserResponse, requireOpenAccount } from './field-users.ts'

/** Registers the worklists: their counts and limits, and what the office says to an entry. */
export function registerWorklistAndLimitRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('worklists', async ({ company: { officeDb, companyId, freshness, clock }, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent(...WORKLIST_PROJECTIONS))
    const limits = await readOfficeLimits(officeDb, companyId)
    return readWorklistCounts(officeDb, worklistContext(companyId, limits, clock()))
  })

  route('officeSettings', async ({ company: { db, companyId, freshness }, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('worklists'))
    return toSettings(await readOfficeLimits(db, companyId))
  })

  route('setOfficeSettings', async ({ company, body, request, reply }) => {
    const { lowCash: lowCashPaise, billAbove: billAbovePaise, large: largePaise, lateDays } = body
    const limits = { lowCashPaise, billAbovePaise, largePaise, lateDays }
    return dispatchCommand(company, request, reply, {
      command: { type: 'SetOfficeLimits', limits },
      body,
      answer: () => jsonAnswer(200, toSettings(limits)),
    })
  })

  route('setAlertLevel', async ({ company, params, body, request, reply }) => {
    const person = await requireOpenAccount(company, params.id, 'site_incharge')
    const { accountId: account } = person
    const { amount: paise } = body
    return dispatchCommand(company, request, reply, {
      command: { type: 'SetAlertLevel', account, paise },
      body,
      answer: (after) =>
        jsonAnswer(200, { ...fieldUserResponse(after.account(account), person), alertLevel: amountOrNull(paise) }),
    })
  })

  route('reviewEntry', async ({ company, params, body, request, reply }) => {
    const row = parseTransactionRowId(params.id)
    if (!row) throw new HttpRefusal('not_found')
    const { as, reason: given } = body
    const reason = given === undefined || given === '' ? null : given
    const { accountId, role } = currentUser(request)
    return dispatchCommand(company, request, reply, {
      command: { type: 'ReviewEntry', row, as, reason, ...parseIfMatch(request) },
      body,
      answer: ({ events }) => {
        // An accepted review is always an event.
        const [event] = events
        const by = { id: accountId, name: event?.actor.name ?? '', role }
        const at = event?.recordedAt ?? company.clock()
        return jsonAnswer(201, { transactionId: row.transaction, as, reason, at, by } satisfies EntryReview)
      },
    })
  })
}

const amountOrNull = (paise: number | null) => (paise === null ? null : formatAmount(paise))

function toSettings({ lowCashPaise, billAbovePaise, largePaise, lateDays }: OfficeLimits): OfficeSettings {
  return {
    lowCash: amountOrNull(lowCashPaise),
    billAbove: amountOrNull(billAbovePaise),
    large: amountOrNull(largePaise),
    lateDays,
  }
}
