import { randomUUIDv7 } from 'node:crypto'
import { MONEY_SENT_PURPOSE } from '@ledger/contracts/labels/generated-purposes.ts'
import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'
import { findSiteInchargesByName } from '@ledger/projections/queries/account-lookups.ts'
import { listCompanyTransactions } from '@ledger/projections/queries/transactions/transaction-lists.ts'
import {
  NO_TRANSACTION_TOTALS,
  readTransactionTotals,
} from '@ledger/projections/queries/transactions/transaction-totals.ts'
import { withOpenQuestions } from '@ledger/projections/queries/worklists/question-lists.ts'
import type { FastifyInstance } from 'fastify'
import {
  findAccountByPublicId,
  findOpenAccountByPublicId,
  loadPublicIds,
} from '../../../access/accounts-by-public-id.ts'
import type { EntryDetails } from '../../../domain/commands.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import type { CompanyContext } from '../../company-context.ts'
import { type RouteCall, routeDefiner } from '../../define-route.ts'
import { HttpRefusal, InvalidRequest } from '../../errors.ts'
import { currentUser } from '../../plugins/session.ts'
import { resolveBills } from '../../requests/resolve-bills.ts'
import { projectionsOfFilter, resolveRowFilter } from '../../requests/resolve-row-filter.ts'
import { transactionDate } from '../../requests/transaction-date.ts'
import { answerTransactionPage } from '../../responses/answer-transaction-page.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { transactionResponse } from '../../responses/transaction-response.ts'
import { deleteTransaction, editTransaction } from '../edit-delete-transaction.ts'

const SELECT_INCHARGE_MESSAGE = 'Please select a site incharge'

/** Registers the routes for money that head office sends, and its corrections. */
export function registerAdminTransactionRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('adminTransactions', async ({ company, query, request, reply }) => {
    const { officeDb, freshness } = company
    const projections = projectionsOfFilter(query)
    setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'directory', 'beneficiaries', ...projections))
    const filter = await resolveRowFilter(company, query)
    if (!filter) return []
    const reads = { ...company, db: officeDb }
    const page = await listCompanyTransactions(reads, { ...query, ...filter })
    const rows = query.worklist === 'questions' ? await withOpenQuestions(reads, page.rows) : page.rows
    return answerTransactionPage(request, reply, { ...page, rows })
  })

  route('adminTransactionSums', async ({ company, query, reply }) => {
    const { officeDb, companyId, freshness } = company
    const projections = projectionsOfFilter(query)
    const models = ['ledger', 'directory', 'beneficiaries', 'sums', 'bills', ...projections] as const
    setLagHeader(reply, await freshness.waitUntilCurrent(...models))
    const filter = await resolveRowFilter(company, query)
    if (!filter) return NO_TRANSACTION_TOTALS
    return readTransactionTotals(officeDb, companyId, { ...query, ...filter, showsOwners: true })
  })

  route('sendMoney', async (call) => {
    const { company } = call
    const { db, companyId } = company
    const { siteInchargeId, amount: paise, paymentMode, narration, reference, date: given } = call.body
    const incharge = await findAccountByPublicId(db, companyId, siteInchargeId, 'site_incharge')
    if (!incharge) throw new InvalidRequest({ path: 'siteInchargeId', message: SELECT_INCHARGE_MESSAGE })
    const details = {
      paise,
      date: transactionDate(given, company.clock()),
      purpose: MONEY_SENT_PURPOSE,
      paymentMode,
      narration,
      reference,
    }
    return dispatchSendMoney(company, call, incharge.accountId, details)
  })

  route('recordCredit', async (call) => {
    const { company } = call
    const { type, amount: paise, recipient, userId, date: given, bills: _, ...fields } = call.body
    if (type !== undefined && type !== 'credit') throw new HttpRefusal('only_credits')
    const to = await resolveSiteIncharge(company, { recipient, userId })
    const details = { paise, date: transactionDate(given, company.clock()), ...fields }
    return dispatchSendMoney(company, call, to, details)
  })

  route('editCredit', async ({ company, params, body, request, reply }) => {
    const { type, amount: paise, recipient: _, userId: __, date: given, bills, reason, ...fields } = body
    if (type !== undefined && type !== 'credit') throw new HttpRefusal('only_credits')
    const date = given === undefined ? undefined : transactionDate(given, company.clock())
    const changes = { paise, ...fields, date, bills }
    return editTransaction({ company, request, reply, desk: 'head_office', id: params.id, reason }, changes, body)
  })

  route('deleteCredit', async ({ company, params, body, request, reply }) =>
    deleteTransaction({ company, request, reply, desk: 'head_office', id: params.id, reason: body?.reason }, body),
  )
}

async function dispatchSendMoney(
  company: CompanyContext,
  call: RouteCall<'sendMoney' | 'recordCredit'>,
  to: string,
  details: EntryDetails,
) {
  const { request, reply, body } = call
  const transaction = randomUUIDv7()
  const publicIds = await loadPublicIds(company.db, company.companyId, [to])
  const recordedBy = currentUser(request).accountId
  const bills = await resolveBills(company, request, body.bills)
  return dispatchCommand(company, request, reply, {
    command: { type: 'SendMoney', transaction, to, details, bills },
    body,
    answer: (after) =>
      jsonAnswer(201, transactionResponse(after, { transaction, side: 'own', userId: publicIds(to), recordedBy })),
  })
}

/**
 * Returns the site incharge of `userId`, else the only one whose id, name or site name equals `recipient` (api.md).
 * @throws InvalidRequest where nobody is meant; HttpRefusal unavailable while the read model of names is behind
 */
async function resolveSiteIncharge(
  { db, companyId, freshness }: CompanyContext,
  body: { userId?: string | undefined; recipient: string },
): Promise<string> {
  const byId = await findOpenAccountByPublicId(db, companyId, body.userId ?? body.recipient, 'site_incharge')
  if (byId) return byId.accountId
  if (body.userId !== undefined) throw new InvalidRequest({ path: 'userId', message: SELECT_INCHARGE_MESSAGE })
  if ((await freshness.waitUntilCurrent('directory')) > 0) throw new HttpRefusal('unavailable')
  const [only, ...others] = await findSiteInchargesByName(db, companyId, normalizeName(body.recipient))
  if (only === undefined || others.length > 0)
    throw new InvalidRequest({ path: 'recipient', message: SELECT_INCHARGE_MESSAGE })
  return only
}
