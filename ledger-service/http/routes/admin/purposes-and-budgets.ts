import { formatAmount } from '@ledger/contracts/money.ts'
import { tidyPurposes } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { readBudgets } from '@ledger/projections/queries/purposes/budget-list.ts'
import { readPurposeList } from '@ledger/projections/queries/purposes/listed-purposes.ts'
import type { FastifyInstance } from 'fastify'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { routeDefiner } from '../../define-route.ts'
import { parseIfMatch } from '../../requests/if-match.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { requireOpenAccount } from './field-users.ts'

/** Registers the company's list of purposes, and the budgets for them. */
export function registerPurposeRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('purposes', async ({ company: { officeDb, companyId, freshness }, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('purposes'))
    const { revision, purposes } = await readPurposeList(officeDb, companyId)
    reply.header('ledger-revision', revision)
    return toAnswer(purposes)
  })

  route('sitePurposes', async ({ company: { db, companyId, freshness }, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('purposes'))
    return toAnswer((await readPurposeList(db, companyId)).purposes)
  })

  route('setPurposes', async ({ company, body: purposes, request, reply }) =>
    dispatchCommand(company, request, reply, {
      command: { type: 'SetPurposes', purposes, ...parseIfMatch(request) },
      body: purposes,
      answer: () => jsonAnswer(200, tidyPurposes(purposes)),
    }),
  )

  route('budgets', async ({ company: { officeDb, companyId, freshness }, query, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('purposes', 'ledger', 'directory'))
    return readBudgets(officeDb, companyId, query)
  })

  route('setBudget', async ({ company, body, request, reply }) => {
    const { site: id, month = null, amount: paise } = body
    const { accountId: site } = await requireOpenAccount(company, id, 'site_incharge')
    return dispatchCommand(company, request, reply, {
      command: { type: 'SetBudget', site, purpose: body.purpose, month, paise },
      body,
      answer: (after) =>
        jsonAnswer(200, {
          site: id,
          siteName: after.account(site).profile.site ?? '',
          purpose: after.events[0]?.type === 'BudgetSet' ? after.events[0].data.purpose : body.purpose,
          month,
          amount: paise === null ? null : formatAmount(paise),
        }),
    })
  })
}

const toAnswer = (purposes: Awaited<ReturnType<typeof readPurposeList>>['purposes']) =>
  purposes.map(({ name, hindi, aliases }) => ({ name, hindi, aliases: [...aliases] }))
