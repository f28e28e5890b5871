import { readRowId } from '@ledger/contracts/rows.ts'
import type { OwnTransaction } from '@ledger/contracts/shapes.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import { unseal } from '@ledger/database/stored-event.ts'
import { lastPositionOf } from '@ledger/projections/activity.ts'
import { publicIdsOf } from '../access/people.ts'
import type { Service } from './service.ts'

/** Returns when and by whom an entry was last changed, by the id of either of its rows; null where it never was. */
export async function lastEdit({ db, companyId }: Service, rowId: string): Promise<OwnTransaction['edited']> {
  const transactionId = readRowId(rowId)?.transaction
  if (transactionId === undefined) return null
  const position = await lastPositionOf(db, companyId, { types: ['TransactionEdited'], transactionId })
  const [edit] = position === undefined ? [] : await storedEvents(db, companyId, { at: [position] })
  if (edit === undefined) return null
  const { recordedAt, actor } = unseal(edit)
  const publicIds = await publicIdsOf(db, companyId, [actor.id])
  return { at: recordedAt, by: { id: publicIds(actor.id), name: actor.name, role: actor.role } }
}
