import { randomUUIDv7 } from 'node:crypto'
import { TRANSFER_PURPOSE } from '@ledger/contracts/labels/generated-purposes.ts'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import { allBeneficiaries, beneficiariesPaidBy } from '@ledger/projections/queries/beneficiaries/beneficiary-lists.ts'
import { readFrequentPayees } from '@ledger/projections/queries/beneficiaries/frequent-payees.ts'
import { findFieldUser, listSupervisorsOfSite, listTransferPayees } from '@ledger/projections/queries/people-lists.ts'
import { findOwnTransaction, listOwnTransactions } from '@ledger/projections/queries/transactions/transaction-lists.ts'
import { readTransactionTotals } from '@ledger/projections/queries/transactions/transaction-totals.ts'
import type { FastifyInstance } from 'fastify'
import { findAccountByPublicId } from '../../../access/accounts-by-public-id.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { type RouteCall, routeDefiner } from '../../define-route.ts'
import { HttpRefusal, InvalidRequest } from '../../errors.ts'
import { currentUser, publicIdOfUser, setAccountHeader } from '../../plugins/session.ts'
import { resolveBills } from '../../requests/resolve-bills.ts'
import { projectionsOfFilter, resolveBeneficiary } from '../../requests/resolve-row-filter.ts'
import { transactionDate } from '../../requests/transaction-date.ts'
import { answerTransactionPage } from '../../responses/answer-transaction-page.ts'
import { readClosedBooks } from '../../responses/is-in-closed-books.ts'
import { findLastEdit } from '../../responses/last-edited.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { readSitesOf, transactionResponse } from '../../responses/transaction-response.ts'
import { deleteTransaction, editTransaction } from '../edit-delete-transaction.ts'

/** Registers the routes of site incharges and supervisors: always about themselves, by the session. */
export function registerFieldAccountRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('siteAuth', readOwnUser)
  route('siteBalance', readOwnBalance)
  route('siteTransactions', listOwnEntries)
  route('siteTransaction', readOwnEntry)
  route('siteTransactionSums', sumOwnEntries)
  route('siteBeneficiaries', listOwnBeneficiaries)
  route('beneficiaries', listBeneficiaries)
  route('siteFrequentPayees', listFrequentPayees)
  route('siteSupervisors', listReceivers)
  route('siteSupervisorBalances', listSupervisorBalances)
  route('editExpense', editExpense)
  route('deleteExpense', deleteExpense)
  route('transfer', transferMoney)
  route('recordExpense', recordExpense)
}

async function readOwnUser({ company: { db, companyId, freshness }, request, reply }: RouteCall<'siteAuth'>) {
  setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'balances'))
  const { accountId } = currentUser(request)
  const user = await findFieldUser(db, companyId, accountId)
  if (!user) throw new HttpRefusal('unauthorized')
  setAccountHeader(reply, accountId)
  return user
}

async function readOwnBalance({ company, request, reply }: RouteCall<'siteBalance'>) {
  const { freshness } = company
  setLagHeader(reply, await freshness.waitUntilCurrent('balances'))
  return company.balances(currentUser(request).accountId)
}

async function listOwnEntries({ company, request, reply, query }: RouteCall<'siteTransactions'>) {
  const { db, companyId, freshness } = company
  const models = ['ledger', 'directory', 'beneficiaries', ...projectionsOfFilter(query)] as const
  setLagHeader(reply, await freshness.waitUntilCurrent(...models))
  const { beneficiary, ...filter } = query
  const beneficiaries = await resolveBeneficiary(db, companyId, beneficiary)
  const page = await listOwnTransactions(company, currentUser(request), { ...filter, beneficiaries })
  return answerTransactionPage(request, reply, page)
}

async function readOwnEntry({ company, params, request, reply }: RouteCall<'siteTransaction'>) {
  const { freshness } = company
  setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'directory', 'beneficiaries', 'activity'))
  const row = await findOwnTransaction(company, currentUser(request), params.id)
  if (row === undefined) throw new HttpRefusal('not_found')
  const [edited, isClosedOn] = await Promise.all([
    row.revision === 1 ? null : findLastEdit(company, row.id),
    readClosedBooks(company),
  ])
  return { ...row, edited, isClosed: isClosedOn(row.date) }
}

async function sumOwnEntries({
  company: { db, companyId, freshness },
  request,
  reply,
  query,
}: RouteCall<'siteTransactionSums'>) {
  const { beneficiary, ...filter } = query
  setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'sums', 'bills', ...projectionsOfFilter(query)))
  const beneficiaries = await resolveBeneficiary(db, companyId, beneficiary)
  const { accountId } = currentUser(request)
  return readTransactionTotals(db, companyId, { ...filter, beneficiaries, accountId })
}

async function listOwnBeneficiaries({
  company: { db, companyId, freshness },
  request,
  reply,
}: RouteCall<'siteBeneficiaries'>) {
  setLagHeader(reply, await freshness.waitUntilCurrent('beneficiaries'))
  return beneficiariesPaidBy(db, companyId, currentUser(request).accountId)
}

async function listBeneficiaries({
  company: { db, officeDb, companyId, freshness },
  request,
  reply,
}: RouteCall<'beneficiaries'>) {
  setLagHeader(reply, await freshness.waitUntilCurrent('beneficiaries'))
  const { role, accountId } = currentUser(request)
  return FIELD_ROLES.includes(role)
    ? beneficiariesPaidBy(db, companyId, accountId)
    : allBeneficiaries(officeDb, companyId)
}

async function listFrequentPayees({ company, request, reply }: RouteCall<'siteFrequentPayees'>) {
  const { freshness, clock } = company
  setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'directory', 'beneficiaries'))
  return readFrequentPayees(company, currentUser(request), clock())
}

async function listReceivers({ company: { db, companyId, freshness }, request, reply }: RouteCall<'siteSupervisors'>) {
  setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'balances', 'ledger'))
  return listTransferPayees(db, companyId, currentUser(request).accountId)
}

async function listSupervisorBalances({
  company: { db, companyId, freshness },
  request,
  reply,
}: RouteCall<'siteSupervisorBalances'>) {
  setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'balances'))
  return listSupervisorsOfSite(db, companyId, currentUser(request).accountId)
}

async function editExpense({ company, params, body, request, reply }: RouteCall<'editExpense'>) {
  const { type, amount: paise, recipient: beneficiary, date: given, bills, enteredAt, ...fields } = body
  if (type !== undefined && type !== 'debit') throw new HttpRefusal('only_debits')
  const date = given === undefined ? undefined : transactionDate(given, company.clock())
  const changes = { paise, beneficiary, ...fields, date, bills }
  return editTransaction({ company, request, reply, desk: 'field', id: params.id, enteredAt }, changes, body)
}

async function deleteExpense({ company, params, body, request, reply }: RouteCall<'deleteExpense'>) {
  const { enteredAt } = body ?? {}
  return deleteTransaction({ company, request, reply, desk: 'field', id: params.id, enteredAt }, body)
}

async function transferMoney({ company, body, request, reply }: RouteCall<'transfer'>) {
  const { db, companyId } = company
  const receiver = await findAccountByPublicId(db, companyId, body.toUserId, 'supervisor')
  if (!receiver) throw new InvalidRequest({ path: 'toUserId', message: 'Please select a supervisor' })
  const { amount: paise, paymentMode, narration, reference } = body
  const transaction = randomUUIDv7()
  const userId = publicIdOfUser(currentUser(request))
  const details = {
    paise,
    date: transactionDate(body.date, company.clock()),
    purpose: TRANSFER_PURPOSE,
    paymentMode,
    narration,
    reference,
  }
  return dispatchCommand(company, request, reply, {
    command: { type: 'TransferMoney', transaction, to: receiver.accountId, details },
    body,
    answer: (after) =>
      jsonAnswer(201, transactionResponse(after, { transaction, side: 'own', userId, recordedBy: userId })),
  })
}

async function recordExpense({ company, body, request, reply }: RouteCall<'recordExpense'>) {
  // A field user who could send a credit could create money (§6).
  const { type, amount: paise, recipient: beneficiary, date, bills: billIds, enteredAt, ...fields } = body
  if (type !== 'debit') throw new HttpRefusal('only_debits')
  const transaction = randomUUIDv7()
  const userId = publicIdOfUser(currentUser(request))
  const details = { paise, date: transactionDate(date, company.clock()), ...fields }
  const [bills, sites] = await Promise.all([
    resolveBills(company, request, billIds),
    readSitesOf(company, currentUser(request)),
  ])
  return dispatchCommand(company, request, reply, {
    command: { type: 'RecordExpense', transaction, beneficiary, details, bills },
    body,
    enteredAt,
    answer: (after) =>
      jsonAnswer(201, transactionResponse(after, { transaction, side: 'own', userId, recordedBy: userId, sites })),
  })
}
