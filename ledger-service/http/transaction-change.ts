import { readRowId } from '@ledger/contracts/rows.ts'
import { toBalance } from '@ledger/projections/balances.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicIdsOf } from '../access/people.ts'
import type { Changes, Desk } from '../domain/commands.ts'
import { findTransaction } from '../event-store/read.ts'
import { answerWith, send } from './command.ts'
import { TurnedAway } from './errors.ts'
import { recordedRow } from './recorded-row.ts'
import { ifRevision } from './revision.ts'
import type { Service } from './service.ts'

/** The same change from either desk; what differs is what the desk may change (domain/decide-money.ts). */
interface Change {
  service: Service
  request: FastifyRequest
  reply: FastifyReply
  desk: Desk
  /** The id of a row, as lists show it. */
  id: string
  /** In the field, what the phone's clock said. */
  enteredAt?: string | undefined
}

/** Changes a transaction and answers its row and the balance of the account whose row it is. */
export async function editTransaction(change: Change, changes: Changes, body: unknown): Promise<FastifyReply> {
  const { service, request, reply, desk, enteredAt } = change
  const { row, publicIds, recordedBy, owner } = await lookUp(change)
  return send(service, request, reply, {
    command: { type: 'EditTransaction', row, desk, changes, ...ifRevision(request) },
    body,
    enteredAt,
    answer: (after) =>
      answerWith(200, recordedRow(after, { ...row, userId: publicIds(owner), recordedBy: publicIds(recordedBy) })),
  })
}

/** Takes a transaction back and answers the balance of the account whose row it was. */
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

/** Whose row it is and who recorded it never changes, so it may be looked up before the ledger decides. */
async function lookUp({ service: { db, companyId }, id }: Change) {
  const row = readRowId(id)
  const found = row && (await findTransaction(db, companyId, row.transaction))
  if (!row || !found) throw new TurnedAway('not_found')
  const { entry, recordedBy } = found
  const incoming = row.side === 'incoming' && entry.kind === 'transfer'
  const owner = incoming ? entry.counterparty.id : entry.account.id
  const publicIds = await publicIdsOf(db, companyId, [owner, recordedBy.id])
  return { row, owner, recordedBy: recordedBy.id, publicIds }
}
