import { randomUUIDv7 } from 'node:crypto'
import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import { listOwnQuestions, listQuestions } from '@ledger/projections/queries/worklists/question-lists.ts'
import type { FastifyInstance } from 'fastify'
import { loadPublicIds } from '../../access/accounts-by-public-id.ts'
import type { TransactionSide } from '../../domain/commands.ts'
import { ownerOfSide } from '../../domain/questions/questions-state.ts'
import { findSideAskedAbout } from '../../event-store/read/find-entry-side-of-question.ts'
import { findTransaction } from '../../event-store/read/find-transaction-and-stored-answer.ts'
import { dispatchCommand, jsonAnswer } from '../command-handler.ts'
import type { CompanyContext } from '../company-context.ts'
import { routeDefiner } from '../define-route.ts'
import { HttpRefusal } from '../errors.ts'
import { currentUser } from '../plugins/session.ts'
import { resolveBills } from '../requests/resolve-bills.ts'
import { readClosedBooks } from '../responses/is-in-closed-books.ts'
import { setLagHeader, setNextPageLink } from '../responses/pagination-and-lag-headers.ts'
import { questionResponse } from '../responses/question-response.ts'

/** Registers the routes of questions on entries (api.md, The office's desk). */
export function registerQuestionRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('questions', async ({ company: { officeDb, companyId, names, freshness }, query, request, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('questions', 'directory'))
    const { rows, next } = await listQuestions({ db: officeDb, companyId, names }, query)
    setNextPageLink(request, reply, next)
    return rows
  })

  route('siteQuestions', async ({ company, query, request, reply }) => {
    const { freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('questions', 'ledger', 'directory'))
    const { accountId } = currentUser(request)
    const { rows, next } = await listOwnQuestions(company, { ...query, accountId }, () => readClosedBooks(company))
    setNextPageLink(request, reply, next)
    return rows
  })

  route('askQuestion', async ({ company, params, body, request, reply }) => {
    const row = parseTransactionRowId(params.id)
    if (!row) throw new HttpRefusal('not_found')
    const { publicIds } = await requireOwner(company, row)
    const question = randomUUIDv7()
    return dispatchCommand(company, request, reply, {
      command: { type: 'QueryEntry', row, question, text: body.text },
      body,
      answer: (after) => jsonAnswer(201, questionResponse(after, { row, question, publicIds })),
    })
  })

  route('closeQuestion', async ({ company, params, request, reply }) => {
    const { id: question } = params
    const row = await requireSideAskedAbout(company, question)
    const { publicIds } = await requireOwner(company, row)
    return dispatchCommand(company, request, reply, {
      command: { type: 'CloseQuestion', row, question },
      body: undefined,
      answer: (after) => jsonAnswer(200, questionResponse(after, { row, question, publicIds })),
    })
  })

  route('answerQuestion', async ({ company, params, body, request, reply }) => {
    const { id: question } = params
    const { text, bills: billIds, enteredAt } = body
    const row = await requireSideAskedAbout(company, question)
    const { owner, publicIds } = await requireOwner(company, row)
    // Another account's question answers like a missing one, whatever bills are named.
    if (owner !== currentUser(request).accountId) throw new HttpRefusal('not_found')
    const bills = await resolveBills(company, request, billIds)
    return dispatchCommand(company, request, reply, {
      command: { type: 'AnswerQuestion', row, question, text, bills },
      body,
      enteredAt,
      answer: (after) => jsonAnswer(201, questionResponse(after, { row, question, publicIds })),
    })
  })
}

/** @throws HttpRefusal not_found where no such question was asked */
async function requireSideAskedAbout({ db, companyId }: CompanyContext, question: string): Promise<TransactionSide> {
  const row = await findSideAskedAbout(db, companyId, question)
  if (!row) throw new HttpRefusal('not_found')
  return row
}

/**
 * Returns the account that has a side of an entry, which never changes, and its public id for the answer.
 * @throws HttpRefusal not_found
 */
async function requireOwner({ db, companyId }: CompanyContext, { transaction, side }: TransactionSide) {
  const found = await findTransaction(db, companyId, transaction)
  const owner = found && ownerOfSide(found.entry, side)
  if (owner === undefined) throw new HttpRefusal('not_found')
  return { owner, publicIds: await loadPublicIds(db, companyId, [owner]) }
}
