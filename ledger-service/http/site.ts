import { randomUUIDv7 } from 'node:crypto'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import { TRANSFER_PURPOSE } from '@ledger/contracts/shown-words.ts'
import { allBeneficiaries, beneficiariesPaidBy } from '@ledger/projections/beneficiaries.ts'
import { findUser, listPayees } from '@ledger/projections/directory.ts'
import { transactionOf, transactionsOf } from '@ledger/projections/ledger.ts'
import { transactionSumsOf } from '@ledger/projections/transaction-sums.ts'
import type { FastifyInstance } from 'fastify'
import { findPerson } from '../access/people.ts'
import { billsNamed } from './bills-named.ts'
import { answerWith, send } from './command.ts'
import { dateOf } from './dates.ts'
import { Invalid, TurnedAway } from './errors.ts'
import { lastEdit } from './last-edit.ts'
import { answerPage, sayLag } from './lists.ts'
import { recordedRow } from './recorded-row.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf, publicIdOf, sayAccount } from './session.ts'
import { deleteTransaction, editTransaction } from './transaction-change.ts'

/** Registers the routes of site incharges and supervisors: always about themselves, by the session. */
export function registerSite(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, officeDb, companyId, freshness } = service

  route('siteAuth', async ({ request, reply }) => {
    sayLag(reply, await freshness.wait('directory', 'balances'))
    const { accountId } = askerOf(request)
    const user = await findUser(db, companyId, accountId)
    if (!user) throw new TurnedAway('unauthorized')
    sayAccount(reply, accountId)
    return user
  })

  route('siteBalance', async ({ request, reply }) => {
    sayLag(reply, await freshness.wait('balances'))
    return service.balances(askerOf(request).accountId)
  })

  route('siteTransactions', async ({ request, reply, query }) => {
    sayLag(reply, await freshness.wait('ledger', 'directory'))
    return answerPage(request, reply, await transactionsOf(service, askerOf(request), query))
  })

  route('siteTransaction', async ({ params, request, reply }) => {
    sayLag(reply, await freshness.wait('ledger', 'directory', 'activity'))
    const row = await transactionOf(service, askerOf(request), params.id)
    if (row === undefined) throw new TurnedAway('not_found')
    return { ...row, edited: row.revision === 1 ? null : await lastEdit(service, row.id) }
  })

  route('siteTransactionSums', async ({ request, reply, query }) => {
    sayLag(reply, await freshness.wait('ledger', 'sums', 'bills'))
    return transactionSumsOf(db, companyId, { ...query, accountId: askerOf(request).accountId })
  })

  route('siteBeneficiaries', async ({ request, reply }) => {
    sayLag(reply, await freshness.wait('beneficiaries'))
    return beneficiariesPaidBy(db, companyId, askerOf(request).accountId)
  })

  route('beneficiaries', async ({ request, reply }) => {
    sayLag(reply, await freshness.wait('beneficiaries'))
    const { role, accountId } = askerOf(request)
    return FIELD_ROLES.includes(role)
      ? beneficiariesPaidBy(db, companyId, accountId)
      : allBeneficiaries(officeDb, companyId)
  })

  route('siteSupervisors', async ({ request, reply }) => {
    sayLag(reply, await freshness.wait('directory', 'ledger'))
    return listPayees(db, companyId, askerOf(request).accountId)
  })

  route('editExpense', async ({ params, body, request, reply }) => {
    if (body.type !== undefined && body.type !== 'debit') throw new TurnedAway('only_debits')
    const { amount: paise, recipient: beneficiary, purpose, paymentMode, narration } = body
    const date = body.date === undefined ? undefined : dateOf(body.date, service.clock())
    const { enteredAt, bills } = body
    const changes = { paise, beneficiary, purpose, paymentMode, narration, date, bills }
    return editTransaction({ service, request, reply, desk: 'field', id: params.id, enteredAt }, changes, body)
  })

  route('deleteExpense', async ({ params, body, request, reply }) => {
    const { enteredAt } = body ?? {}
    return deleteTransaction({ service, request, reply, desk: 'field', id: params.id, enteredAt }, body)
  })

  route('transfer', async ({ body, request, reply }) => {
    const receiver = await findPerson(db, companyId, body.toUserId, 'supervisor')
    if (!receiver) throw new Invalid({ path: 'toUserId', message: 'Please select a supervisor' })
    const { amount: paise, paymentMode, narration } = body
    const transaction = randomUUIDv7()
    const userId = publicIdOf(askerOf(request))
    const details = {
      paise,
      date: dateOf(body.date, service.clock()),
      purpose: TRANSFER_PURPOSE,
      paymentMode,
      narration,
    }
    return send(service, request, reply, {
      command: { type: 'TransferMoney', transaction, to: receiver.accountId, details },
      body,
      answer: (after) => answerWith(201, recordedRow(after, { transaction, side: 'own', userId, recordedBy: userId })),
    })
  })

  route('recordExpense', async ({ body, request, reply }) => {
    // A field user who could send a credit could create money (§6).
    if (body.type !== 'debit') throw new TurnedAway('only_debits')
    const { amount: paise, recipient: beneficiary, purpose, paymentMode, narration, enteredAt } = body
    const transaction = randomUUIDv7()
    const userId = publicIdOf(askerOf(request))
    const details = { paise, date: dateOf(body.date, service.clock()), purpose, paymentMode, narration }
    const bills = await billsNamed(service, request, body.bills)
    return send(service, request, reply, {
      command: { type: 'RecordExpense', transaction, beneficiary, details, bills },
      body,
      enteredAt,
      answer: (after) => answerWith(201, recordedRow(after, { transaction, side: 'own', userId, recordedBy: userId })),
    })
  })
}
