import type { History } from '@ledger/contracts/audit.ts'
import { type SealedEvent, unseal } from '@ledger/migrations/stored-event.ts'

/** The events of a transaction as its revisions: what it was before and after each, who made it so, and from where. */
export function revisionsOf(rows: SealedEvent[]): History['revisions'] {
  return rows.flatMap((row) => {
    const { type, position, recordedAt, actor, meta, data } = unseal(row)
    if (!('transaction' in data)) return []
    const before = 'before' in data ? data.before : null
    const after = 'entry' in data ? data.entry : 'after' in data ? data.after : null
    const revision = 'revision' in data ? data.revision : 1
    return [{ revision, type, position, recordedAt, actor, meta: { ...meta }, before, after }]
  })
}
