import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import { listUnacknowledgedTransfers } from '@ledger/projections/queries/transfers/unacknowledged-transfers.ts'
import type { FastifyInstance } from 'fastify'
import { loadPublicIds } from '../../../access/accounts-by-public-id.ts'
import { findTransaction } from '../../../event-store/read/find-transaction-and-stored-answer.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { currentUser } from '../../plugins/session.ts'
import { parseIfMatch } from '../../requests/if-match.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { readSitesOf, transactionResponse } from '../../responses/transaction-response.ts'

/** Registers what a receiver says about transfers, and the list of those about which nothing was said. */
export function registerAcknowledgementRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('acknowledgeTransfer', async ({ company, params, request, reply }) => {
    const { db, companyId } = company
    const { accountId, role } = currentUser(request)
    const row = parseTransactionRowId(params.id)
    const found = row && (await findTransaction(db, companyId, row.transaction))
    // Another account's transfer answers like a missing one. The parties of a transfer never change.
    if (!row || found?.entry.kind !== 'transfer' || found.entry.counterparty.id !== accountId)
      throw new HttpRefusal('not_found')
    const { transaction } = row
    const [publicIds, sites] = await Promise.all([
      loadPublicIds(db, companyId, [accountId, found.recordedBy.id]),
      readSitesOf(company, { accountId, role }),
    ])
    const shown = { userId: publicIds(accountId), recordedBy: publicIds(found.recordedBy.id), sites }
    return dispatchCommand(company, request, reply, {
      command: { type: 'AcknowledgeTransfer', row, ...parseIfMatch(request) },
      body: undefined,
      answer: (after) => jsonAnswer(200, transactionResponse(after, { transaction, side: 'incoming', ...shown })),
    })
  })

  route('unacknowledgedTransfers', async ({ company, request, reply }) => {
    const { freshness, clock } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'directory'))
    return listUnacknowledgedTransfers(company, currentUser(request), clock())
  })
}
