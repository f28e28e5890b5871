import { NO_BILLS_HERE } from '@ledger/contracts/bills.ts'
import { billsOf, type Entry } from '@ledger/contracts/events.ts'
import { readRowId } from '@ledger/contracts/rows.ts'
import { toBalance } from '@ledger/projections/balances.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicIdsOf } from '../access/people.ts'
import type { Changes, Desk } from '../domain/commands.ts'
import { findTransaction } from '../event-store/read.ts'
import { billsNamed } from './bills-named.ts'
import { answerWith, send } from './command.ts'
import { Invalid, TurnedAway } from './errors.ts'
import { recordedRow } from './recorded-row.ts'
import { ifRevision } from './revision.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/** A change by field or office; only the fields that each may change differ (domain/decide-money.ts). */
interface Change {
  service: Service
  request: FastifyRequest
  reply: FastifyReply
  desk: Desk
  /** The id of a row, as in the lists. */
  id: string
  /** In the field, the time on the phone's clock. */
  enteredAt?: string | undefined
}

/** The fields that an edit changes, with the bills by their ids. */
type Asked = Omit<Changes, 'bills'> & { bills: readonly string[] | undefined }

/** Changes a transaction and answers its row and the balance of the account that has the row. */
export async function editTransaction(change: Change, asked: Asked, body: unknown): Promise<FastifyReply> {
  const { service, request, reply, desk, enteredAt } = change
  const { row, publicIds, recordedBy, owner, entry } = await lookUp(change)
  // Another user's transaction answers like a missing one, whatever bills are named.
  const isTheirs = desk === 'field' && owner !== askerOf(request).accountId
  const changes = { ...asked, bills: isTheirs ? undefined : await billsOfEdit(change, entry, asked.bills) }
  return send(service, request, reply, {
    command: { type: 'EditTransaction', row, desk, changes, ...ifRevision(request) },
    body,
    enteredAt,
    answer: (after) =>
      answerWith(200, recordedRow(after, { ...row, userId: publicIds(owner), recordedBy: publicIds(recordedBy) })),
  })
}

/** Deletes a transaction and answers the balance of the account that had the row. */
export async function deleteTransaction(change: Change, body?: unknown): Promise<FastifyReply> {
  const { service, request, reply, desk, enteredAt } = change
  const { row, owner } = await lookUp(change)
  return send(service, request, reply, {
    command: { type: 'DeleteTransaction', row, desk, ...ifRevision(request) },
    body,
    enteredAt,
    answer: (after) => {
      const { receivedPaise, spentPaise } = after.account(owner)
      return answerWith(200, { balance: toBalance(receivedPaise, spentPaise) })
    },
  })
}

/**
 * Returns the bills of an edit; left out, they do not change.
 * @throws Invalid for a bill that may not be named, and for any on a transfer
 */
async function billsOfEdit({ service, request }: Change, entry: Entry, ids: readonly string[] | undefined) {
  if (ids === undefined) return undefined
  if (entry.kind === 'transfer' && ids.length > 0) throw new Invalid({ path: 'bills', message: NO_BILLS_HERE })
  return billsNamed(service, request, ids, billsOf(entry))
}

/** Returns the owner and the author of a row, which never change, so they may be read before the ledger decides. */
async function lookUp({ service: { db, companyId }, id }: Change) {
  const row = readRowId(id)
  const found = row && (await findTransaction(db, companyId, row.transaction))
  if (!row || !found) throw new TurnedAway('not_found')
  const { entry, recordedBy } = found
  const incoming = row.side === 'incoming' && entry.kind === 'transfer'
  const owner = incoming ? entry.counterparty.id : entry.account.id
  const publicIds = await publicIdsOf(db, companyId, [owner, recordedBy.id])
  return { row, owner, recordedBy: recordedBy.id, publicIds, entry }
}
