import { TRANSFER_TAKES_NO_BILL_MESSAGE } from '@ledger/contracts/bill-schemas.ts'
import { billsOf, type Entry } from '@ledger/contracts/events/event-schemas.ts'
import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import { formatBalance } from '@ledger/projections/queries/format-balance.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadPublicIds } from '../../access/accounts-by-public-id.ts'
import type { EditingDesk, EntryChanges } from '../../domain/commands.ts'
import { findTransaction } from '../../event-store/read/find-transaction-and-stored-answer.ts'
import { dispatchCommand, jsonAnswer } from '../command-handler.ts'
import type { CompanyContext } from '../company-context.ts'
import { HttpRefusal, InvalidRequest } from '../errors.ts'
import { currentUser } from '../plugins/session.ts'
import { parseIfMatch } from '../requests/if-match.ts'
import { resolveBills } from '../requests/resolve-bills.ts'
import { readSitesOf, transactionResponse } from '../responses/transaction-response.ts'

/** A change by field or office; only the fields that each may change differ (domain/money/decide-money.ts). */
interface TransactionChangeCall {
  company: CompanyContext
  request: FastifyRequest
  reply: FastifyReply
  desk: EditingDesk
  /** The id of a row, as in the lists. */
  id: string
  /** In the field, the time on the phone's clock. */
  enteredAt?: string | undefined
  /** At head office, the reason for the change. */
  reason?: string | undefined
}

/** The fields that an edit changes, with the bills by their ids. */
type RequestedChanges = Omit<EntryChanges, 'bills'> & { bills: readonly string[] | undefined }

/** Changes a transaction and answers its row and the balance of the account that has the row. */
export async function editTransaction(
  change: TransactionChangeCall,
  asked: RequestedChanges,
  body: unknown,
): Promise<FastifyReply> {
  const { company, request, reply, desk, enteredAt, reason } = change
  const { row, publicIds, recordedBy, owner: holder, entry } = await findTransactionToChange(change)
  const owner = holder.id
  // Another user's transaction answers like a missing one, whatever bills are named.
  const isTheirs = desk === 'field' && owner !== currentUser(request).accountId
  const changes = { ...asked, bills: isTheirs ? undefined : await billsOfEdit(change, entry, asked.bills) }
  const sites = await readSitesOf(company, { accountId: owner, role: holder.role })
  return dispatchCommand(company, request, reply, {
    command: { type: 'EditTransaction', row, desk, changes, reason, ...parseIfMatch(request) },
    body,
    enteredAt,
    answer: (after) =>
      jsonAnswer(
        200,
        transactionResponse(after, { ...row, userId: publicIds(owner), recordedBy: publicIds(recordedBy), sites }),
      ),
  })
}

/** Deletes a transaction and answers the balance of the account that had the row. */
export async function deleteTransaction(change: TransactionChangeCall, body?: unknown): Promise<FastifyReply> {
  const { company, request, reply, desk, enteredAt, reason } = change
  const { row, owner } = await findTransactionToChange(change)
  return dispatchCommand(company, request, reply, {
    command: { type: 'DeleteTransaction', row, desk, reason, ...parseIfMatch(request) },
    body,
    enteredAt,
    answer: (after) => {
      const { receivedPaise, spentPaise } = after.account(owner.id)
      return jsonAnswer(200, { balance: formatBalance(receivedPaise, spentPaise) })
    },
  })
}

/**
 * Returns the bills of an edit; left out, they do not change.
 * @throws InvalidRequest for a bill that may not be named, and for any on a transfer
 */
async function billsOfEdit(
  { company, request }: TransactionChangeCall,
  entry: Entry,
  ids: readonly string[] | undefined,
) {
  if (ids === undefined) return undefined
  if (entry.kind === 'transfer' && ids.length > 0)
    throw new InvalidRequest({ path: 'bills', message: TRANSFER_TAKES_NO_BILL_MESSAGE })
  return resolveBills(company, request, ids, billsOf(entry))
}

/** Returns the owner and the author of a row, which never change, so they may be read before the ledger decides. */
async function findTransactionToChange({ company: { db, companyId }, id }: TransactionChangeCall) {
  const row = parseTransactionRowId(id)
  const found = row && (await findTransaction(db, companyId, row.transaction))
  if (!row || !found) throw new HttpRefusal('not_found')
  const { entry, recordedBy } = found
  const incoming = row.side === 'incoming' && entry.kind === 'transfer'
  const owner = incoming ? entry.counterparty : entry.account
  const publicIds = await loadPublicIds(db, companyId, [owner.id, recordedBy.id])
  return { row, owner, recordedBy: recordedBy.id, publicIds, entry }
}
