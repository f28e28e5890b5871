import { randomUUIDv7 } from 'node:crypto'
import { SENT_MONEY } from '@ledger/contracts/shown-words.ts'
import { sameName } from '@ledger/contracts/text.ts'
import { findSiteInchargesBy } from '@ledger/projections/directory.ts'
import { companyTransactions } from '@ledger/projections/ledger.ts'
import { NO_SUMS, transactionSumsOf } from '@ledger/projections/transaction-sums.ts'
import type { FastifyInstance } from 'fastify'
import { findOpenPerson, findPerson, publicIdsOf } from '../access/people.ts'
import type { Details } from '../domain/commands.ts'
import { accountNamed } from './account-named.ts'
import { billsNamed } from './bills-named.ts'
import { answerWith, send } from './command.ts'
import { dateOf } from './dates.ts'
import { Invalid, TurnedAway } from './errors.ts'
import { answerPage, sayLag } from './lists.ts'
import { recordedRow } from './recorded-row.ts'
import { type Call, routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'
import { deleteTransaction, editTransaction } from './transaction-change.ts'

const NO_INCHARGE = 'Please select a site incharge'

/** Registers the routes for money that head office sends, and its corrections. */
export function registerAdminMoney(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, officeDb, companyId, freshness } = service

  route('adminTransactions', async ({ query, request, reply }) => {
    sayLag(reply, await freshness.wait('ledger', 'directory'))
    const accountId = query.account === undefined ? undefined : await accountNamed(service, query.account)
    if (query.account !== undefined && accountId === undefined) return []
    return answerPage(request, reply, await companyTransactions({ ...service, db: officeDb }, { ...query, accountId }))
  })

  route('adminTransactionSums', async ({ query, reply }) => {
    sayLag(reply, await freshness.wait('ledger', 'directory', 'sums', 'bills'))
    const accountId = query.account === undefined ? undefined : await accountNamed(service, query.account)
    if (query.account !== undefined && accountId === undefined) return NO_SUMS
    return transactionSumsOf(officeDb, companyId, { ...query, accountId, showsOwners: true })
  })

  route('sendMoney', async (call) => {
    const { siteInchargeId, amount: paise, paymentMode, narration, date: given } = call.body
    const incharge = await findPerson(db, companyId, siteInchargeId, 'site_incharge')
    if (!incharge) throw new Invalid({ path: 'siteInchargeId', message: NO_INCHARGE })
    const details = { paise, date: dateOf(given, service.clock()), purpose: SENT_MONEY, paymentMode, narration }
    return sendMoney(service, call, incharge.accountId, details)
  })

  route('recordCredit', async (call) => {
    const { amount: paise, purpose, paymentMode, narration, date: given } = call.body
    if (call.body.type !== undefined && call.body.type !== 'credit') throw new TurnedAway('only_credits')
    const to = await inchargeNamed(service, call.body)
    const details = { paise, date: dateOf(given, service.clock()), purpose, paymentMode, narration }
    return sendMoney(service, call, to, details)
  })

  route('editCredit', async ({ params, body, request, reply }) => {
    if (body.type !== undefined && body.type !== 'credit') throw new TurnedAway('only_credits')
    const { amount: paise, purpose, paymentMode, narration, bills } = body
    const date = body.date === undefined ? undefined : dateOf(body.date, service.clock())
    const changes = { paise, purpose, paymentMode, narration, date, bills }
    return editTransaction({ service, request, reply, desk: 'head_office', id: params.id }, changes, body)
  })

  route('deleteCredit', async ({ params, request, reply }) =>
    deleteTransaction({ service, request, reply, desk: 'head_office', id: params.id }),
  )
}

async function sendMoney(service: Service, call: Call<'sendMoney' | 'recordCredit'>, to: string, details: Details) {
  const { request, reply, body } = call
  const transaction = randomUUIDv7()
  const publicIds = await publicIdsOf(service.db, service.companyId, [to])
  const recordedBy = askerOf(request).accountId
  const bills = await billsNamed(service, request, body.bills)
  return send(service, request, reply, {
    command: { type: 'SendMoney', transaction, to, details, bills },
    body,
    answer: (after) =>
      answerWith(201, recordedRow(after, { transaction, side: 'own', userId: publicIds(to), recordedBy })),
  })
}

/** Returns the site incharge of `userId`, else the only one whose id, name or site name equals `recipient` (api.md). */
async function inchargeNamed(
  { db, companyId }: Service,
  body: { userId?: string | undefined; recipient: string },
): Promise<string> {
  const byId = await findOpenPerson(db, companyId, body.userId ?? body.recipient, 'site_incharge')
  if (byId) return byId.accountId
  const byName = body.userId === undefined ? await findSiteInchargesBy(db, companyId, sameName(body.recipient)) : []
  const [only, ...others] = byName
  if (only === undefined || others.length > 0) {
    throw new Invalid({ path: body.userId === undefined ? 'recipient' : 'userId', message: NO_INCHARGE })
  }
  return only
}
