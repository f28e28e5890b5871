import { type Day, dayOf, daysBefore } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import { MAX_ACCOUNT_DAYS } from '@ledger/contracts/http/reports/account-days-schemas.ts'
import type { AccountLedger } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { readAccountDays } from '@ledger/projections/queries/account-days.ts'
import { readAccountLedger } from '@ledger/projections/queries/account-ledger.ts'
import { LEDGER_PROJECTIONS } from '@ledger/projections/queries/read-at-one-state.ts'
import {
  readAccountSummary,
  readCompanySummary,
} from '@ledger/projections/queries/summaries/company-and-account-summary.ts'
import { readSummaryTable } from '@ledger/projections/queries/summaries/summary-table.ts'
import { listBeneficiaryReports } from '@ledger/projections/queries/summaries/totals-paid-to-beneficiaries.ts'
import { readRecipientTotals } from '@ledger/projections/queries/totals-of-newest-recipients.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal, InvalidRequest } from '../../errors.ts'
import { currentUser } from '../../plugins/session.ts'
import { resolveAccountId } from '../../requests/resolve-account-id.ts'
import { setLagHeader, setNextPageLink, setTotalCountHeader } from '../../responses/pagination-and-lag-headers.ts'

/** Registers ledgers with a running balance, and the sums for charts. */
export function registerReportRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('siteLedger', async ({ company, query, request, reply }) => {
    const { freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'beneficiaries', ...LEDGER_PROJECTIONS))
    return answerLedgerPage(request, reply, await readAccountLedger(company, currentUser(request).accountId, query))
  })

  route('adminLedger', async ({ company, query, request, reply }) => {
    const { officeDb, freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'beneficiaries', ...LEDGER_PROJECTIONS))
    const accountId = await resolveAccountId(company, query.account)
    if (accountId === undefined) throw new HttpRefusal('not_found')
    return answerLedgerPage(request, reply, await readAccountLedger({ ...company, db: officeDb }, accountId, query))
  })

  route('siteDays', async ({ company, query, request, reply }) => {
    const { db, companyId, freshness, clock } = company
    const period = accountDaysPeriod(query, dayOf(clock()))
    setLagHeader(reply, await freshness.waitUntilCurrent(...LEDGER_PROJECTIONS))
    return readAccountDays(db, companyId, currentUser(request).accountId, period)
  })

  route('siteSummary', async ({ company: { db, companyId, freshness }, query, request, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'sums', 'beneficiaries', 'purposes'))
    return readAccountSummary(db, companyId, currentUser(request).accountId, query)
  })

  route('siteRecipients', async ({ company: { db, companyId, freshness }, query, request, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'beneficiaries'))
    return readRecipientTotals(db, companyId, currentUser(request).accountId, query)
  })

  route('adminSummary', async ({ company: { officeDb, companyId, freshness, clock }, query, reply }) => {
    setLagHeader(
      reply,
      await freshness.waitUntilCurrent('sums', 'ledger', 'beneficiaries', 'directory', 'balances', 'bills', 'purposes'),
    )
    return readCompanySummary(officeDb, companyId, query, dayOf(clock()))
  })

  route('summaryTable', async ({ company, query: { site, ...asked }, reply }) => {
    const { officeDb, companyId, freshness } = company
    setLagHeader(
      reply,
      await freshness.waitUntilCurrent('sums', 'ledger', 'beneficiaries', 'directory', 'balances', 'purposes'),
    )
    const accountId = site === undefined ? undefined : await resolveAccountId(company, site)
    if (site !== undefined && accountId === undefined) throw new HttpRefusal('not_found')
    return readSummaryTable(officeDb, companyId, accountId, asked)
  })

  route('beneficiaryReports', async ({ company: { officeDb, companyId, freshness }, query, request, reply }) => {
    const searched = query.q?.trim() ? (['words'] as const) : []
    setLagHeader(reply, await freshness.waitUntilCurrent('beneficiaries', 'balances', 'ledger', ...searched))
    const { rows, next, count } = await listBeneficiaryReports(officeDb, companyId, query)
    setTotalCountHeader(reply, count)
    setNextPageLink(request, reply, next)
    return rows
  })
}

/**
 * Returns the days that a query names: left out, the last one is today, and the first one six days before the last.
 * @throws InvalidRequest where there are more than MAX_ACCOUNT_DAYS
 */
function accountDaysPeriod({ from: first, to = '' }: PeriodQuery, today: Day): { from: Day; to: Day } {
  const last = to || today
  const from = first ?? daysBefore(last, 6)
  if (from <= daysBefore(last, MAX_ACCOUNT_DAYS))
    throw new InvalidRequest({ path: 'from', message: 'Please choose at most 366 days' })
  return { from, to: last }
}

/** @throws HttpRefusal ledger_changed */
function answerLedgerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Awaited<ReturnType<typeof readAccountLedger>>,
): AccountLedger {
  if ('refused' in page) throw new HttpRefusal(page.refused)
  const { next, ...ledger } = page
  setNextPageLink(request, reply, next)
  return ledger
}
