import { randomUUIDv7 } from 'node:crypto'
import { publicId } from '@ledger/contracts/roles.ts'
import { balanceOf } from '@ledger/projections/balances.ts'
import { beneficiariesPaidBy } from '@ledger/projections/beneficiaries.ts'
import { findUser } from '@ledger/projections/directory.ts'
import { transactionsOf } from '@ledger/projections/ledger.ts'
import type { FastifyInstance } from 'fastify'
import type { SignedIn } from '../access/sessions.ts'
import { answerWith, send } from './command.ts'
import { dateOf } from './dates.ts'
import { TurnedAway } from './errors.ts'
import { nextPage, sayLag } from './lists.ts'
import { recordedRow } from './recorded-row.ts'
import { route } from './route.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/** What site incharges and supervisors call: always about themselves, by the session. */
export function registerSite(app: FastifyInstance, service: Service): void {
  const { db, companyId, freshness } = service

  route(app, 'siteAuth', async ({ request, reply }) => {
    sayLag(reply, await freshness.wait('directory', 'balances'))
    const user = await findUser(db, companyId, askerOf(request).accountId)
    if (!user) throw new TurnedAway('unauthorized')
    return user
  })

  route(app, 'siteBalance', async ({ request, reply }) => {
    sayLag(reply, await freshness.wait('balances'))
    return balanceOf(db, companyId, askerOf(request).accountId)
  })

  route(app, 'siteTransactions', async ({ request, reply, query }) => {
    sayLag(reply, await freshness.wait('ledger', 'directory'))
    const { rows, next } = await transactionsOf(db, companyId, askerOf(request).accountId, query)
    nextPage(request, reply, next)
    return rows
  })

  route(app, 'siteBeneficiaries', async ({ request, reply }) => {
    sayLag(reply, await freshness.wait('beneficiaries'))
    return beneficiariesPaidBy(db, companyId, askerOf(request).accountId)
  })

  route(app, 'recordExpense', async ({ body, request, reply }) => {
    // A field user who could send a credit could mint money (§6).
    if (body.type !== 'debit') throw new TurnedAway('only_debits')
    const { amount: paise, recipient: beneficiary, purpose, paymentMode, narration } = body
    const transaction = randomUUIDv7()
    const userId = publicIdOf(askerOf(request))
    const details = { paise, date: dateOf(body.date, service.clock()), purpose, paymentMode, narration }
    return send(service, request, reply, {
      command: { type: 'RecordExpense', transaction, beneficiary, details },
      body,
      answer: (after) => answerWith(201, recordedRow(after, { transaction, side: 'own', userId, recordedBy: userId })),
    })
  })
}

function publicIdOf({ role, mobile, accountId }: SignedIn): string {
  return mobile === null ? accountId : publicId(role, mobile)
}
