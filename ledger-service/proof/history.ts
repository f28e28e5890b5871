import type { History } from '@ledger/contracts/audit.ts'
import { entriesOf } from '@ledger/contracts/events.ts'
import { readRowId } from '@ledger/contracts/rows.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import { type SealedEvent, unseal } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import { positionsOf } from '@ledger/projections/activity.ts'
import type { Kysely } from 'kysely'

/**
 * Returns the revisions of a transaction, the oldest first: at most `limit` of them, of events after a position.
 * @param id the id of either of its rows
 * @returns undefined for an id that names no transaction
 */
export async function historyPage(
  db: Kysely<Database>,
  companyId: string,
  id: string,
  { after = 0, limit }: { after?: number | undefined; limit: number },
): Promise<History | undefined> {
  const transactionId = readRowId(id)?.transaction
  if (transactionId === undefined) return undefined
  const positions = await positionsOf(db, companyId, { transactionId, after }, limit + 1)
  if (positions.length === 0 && after === 0) return undefined
  const events = await storedEvents(db, companyId, { at: positions.slice(0, limit) })
  const next = positions.length > limit ? String(positions[limit - 1]) : null
  return { transaction: id, revisions: revisionsOf(events), next }
}

/**
 * Returns the events of a transaction as its revisions: the entry before and after each, the author, and the origin.
 */
export function revisionsOf(rows: SealedEvent[]): History['revisions'] {
  return rows.flatMap((row) => {
    const event = unseal(row)
    const { type, position, recordedAt, actor, meta, data } = event
    if (!('transaction' in data)) return []
    const { before = null, after = null } = entriesOf(event)
    const revision = 'revision' in data ? data.revision : 1
    return [{ revision, type, position, recordedAt, actor, meta: { ...meta }, before, after }]
  })
}
