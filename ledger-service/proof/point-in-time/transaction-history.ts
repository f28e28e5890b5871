import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { TransactionHistory } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { readVoucherNumbers } from '@ledger/projections/queries/transactions/voucher-numbers.ts'
import { findEventPositions } from '@ledger/projections/read-models/event-index.ts'
import type { Kysely } from 'kysely'
import { isQuestionEvent } from '../../domain/questions/questions-state.ts'

/**
 * Returns the revisions of a transaction and the questions on it, the oldest first: at most `limit` events, of those
 * after a position.
 * @param id the id of either of its rows
 * @returns undefined for an id that names no transaction
 */
export async function readTransactionHistory(
  db: Kysely<Database>,
  companyId: string,
  id: string,
  { after = 0, limit }: { after?: number | undefined; limit: number },
): Promise<TransactionHistory | undefined> {
  const transactionId = parseTransactionRowId(id)?.transaction
  if (transactionId === undefined) return undefined
  const positions = await findEventPositions(db, companyId, { transactionId, after }, limit + 1)
  if (positions.length === 0 && after === 0) return undefined
  const events = await readStoredEvents(db, companyId, { at: positions.slice(0, limit) })
  const next = positions.length > limit ? String(positions[limit - 1]) : null
  const vouchers = await readVoucherNumbers(db, companyId, [transactionId])
  const voucher = vouchers.get(transactionId) ?? null
  return { transaction: id, voucher, revisions: toRevisions(events), questions: toQuestionRecords(events), next }
}

/**
 * Returns the events of a transaction as its revisions: the entry before and after each, the author, the origin, and
 * the reason. A review and an acknowledgement have the same entry before and after.
 */
export function toRevisions(rows: ChainedEvent[]): TransactionHistory['revisions'] {
  return rows.flatMap((row) => {
    const event = decodeEvent(row)
    const { type, position, recordedAt, actor, meta, data } = event
    if (event.type === 'EntryReviewed') {
      const { revision, reviewed, as, reason } = event.data
      const said = { before: reviewed, after: reviewed, reason, review: as }
      return [{ revision, type, position, recordedAt, actor, meta: { ...meta }, ...said }]
    }
    if (event.type === 'TransferAcknowledged') {
      const { revision, about } = event.data
      const said = { before: about, after: about, reason: null, review: 'received' as const }
      return [{ revision, type, position, recordedAt, actor, meta: { ...meta }, ...said }]
    }
    if (!('postings' in data)) return []
    const { before = null, after = null } = entryBeforeAndAfter(event)
    const { revision, reason } = 'revision' in data ? data : { revision: 1, reason: null }
    return [{ revision, type, position, recordedAt, actor, meta: { ...meta }, before, after, reason }]
  })
}

/** Returns the events of questions on a transaction, as its history shows them. */
export function toQuestionRecords(rows: ChainedEvent[]): TransactionHistory['questions'] {
  return rows.flatMap((row) => {
    const event = decodeEvent(row)
    if (!isQuestionEvent(event)) return []
    const { type, position, recordedAt, actor, meta, data } = event
    const text = 'text' in data ? data.text : null
    const bills = 'bills' in data ? data.bills : []
    return [{ type, position, recordedAt, actor, meta: { ...meta }, question: data.question, text, bills }]
  })
}
