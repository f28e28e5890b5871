import { accountLedgerOf } from '@ledger/projections/account-ledger.ts'
import { recipientSumsOf } from '@ledger/projections/recipients.ts'
import { beneficiaryReports, companySummaryOf, summaryOf } from '@ledger/projections/summary.ts'
import type { FastifyInstance } from 'fastify'
import { accountNamed } from './account-named.ts'
import { TurnedAway } from './errors.ts'
import { nextPage, sayCount, sayLag } from './lists.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/** Registers ledgers with a running balance, and the sums for charts. */
export function registerReports(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, officeDb, companyId, freshness } = service

  route('siteLedger', async ({ query, request, reply }) => {
    sayLag(reply, await freshness.wait('ledger', 'directory', 'sums'))
    const { next, ...ledger } = await accountLedgerOf(service, askerOf(request).accountId, query)
    nextPage(request, reply, next)
    return ledger
  })

  route('adminLedger', async ({ query, request, reply }) => {
    sayLag(reply, await freshness.wait('ledger', 'directory', 'sums'))
    const accountId = await accountNamed(service, query.account)
    if (accountId === undefined) throw new TurnedAway('not_found')
    const { next, ...ledger } = await accountLedgerOf({ ...service, db: officeDb }, accountId, query)
    nextPage(request, reply, next)
    return ledger
  })

  route('siteSummary', async ({ query, request, reply }) => {
    sayLag(reply, await freshness.wait('ledger', 'sums', 'beneficiaries'))
    return summaryOf(db, companyId, askerOf(request).accountId, query)
  })

  route('siteRecipients', async ({ query, request, reply }) => {
    sayLag(reply, await freshness.wait('ledger'))
    return recipientSumsOf(db, companyId, askerOf(request).accountId, query)
  })

  route('adminSummary', async ({ query, reply }) => {
    sayLag(reply, await freshness.wait('sums', 'ledger', 'beneficiaries', 'directory', 'balances', 'bills'))
    return companySummaryOf(officeDb, companyId, query)
  })

  route('beneficiaryReports', async ({ query, request, reply }) => {
    sayLag(reply, await freshness.wait('beneficiaries', 'balances', 'ledger'))
    const { rows, next, count } = await beneficiaryReports(officeDb, companyId, query)
    sayCount(reply, count)
    nextPage(request, reply, next)
    return rows
  })
}
