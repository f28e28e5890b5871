import {
  cashCountFigures,
  listCashCounts,
  listOwnCashCounts,
} from '@ledger/projections/queries/cash-counts/cash-count-lists.ts'
import { readCashInHand } from '@ledger/projections/queries/cash-counts/cash-in-hand.ts'
import type { FastifyInstance } from 'fastify'
import { dispatchCommand, jsonAnswer } from '../command-handler.ts'
import { routeDefiner } from '../define-route.ts'
import { HttpRefusal } from '../errors.ts'
import { currentUser } from '../plugins/session.ts'
import { resolveAccountId } from '../requests/resolve-account-id.ts'
import { setLagHeader, setNextPageLink } from '../responses/pagination-and-lag-headers.ts'

/** Registers the counts of cash (api.md, Books). */
export function registerCashCountRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('countCash', async ({ company, body, request, reply }) => {
    const { db, companyId, freshness } = company
    // A figure without the last entries of the person would show a difference that is none.
    if ((await freshness.waitUntilCurrent('ledger')) > 0) throw new HttpRefusal('unavailable')
    const { amount: countedPaise } = body
    const { paise: expectedPaise, position } = await readCashInHand(db, companyId, currentUser(request).accountId)
    return dispatchCommand(company, request, reply, {
      command: { type: 'CountCash', countedPaise, expectedPaise, comparedAt: position },
      body,
      answer: () => jsonAnswer(201, cashCountFigures(countedPaise, expectedPaise)),
    })
  })

  route('siteCashCounts', async ({ company: { db, companyId, freshness }, query, request, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('cashCounts'))
    const { accountId } = currentUser(request)
    const { rows, next } = await listOwnCashCounts({ db, companyId }, { ...query, accountId })
    setNextPageLink(request, reply, next)
    return rows
  })

  route('cashCounts', async ({ company, query: { account, ...asked }, request, reply }) => {
    const { officeDb, companyId, names, freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('cashCounts', 'directory'))
    const accountId = account === undefined ? undefined : await resolveAccountId(company, account)
    if (account !== undefined && accountId === undefined) throw new HttpRefusal('not_found')
    const { rows, next } = await listCashCounts({ db: officeDb, companyId, names }, { ...asked, accountId })
    setNextPageLink(request, reply, next)
    return rows
  })
}
