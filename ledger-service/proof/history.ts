import type { History } from '@ledger/contracts/audit.ts'
import { entriesOf } from '@ledger/contracts/events.ts'
import { type SealedEvent, unseal } from '@ledger/database/stored-event.ts'

/** The events of a transaction as its revisions: what it was before and after each, who made it so, and from where. */
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
