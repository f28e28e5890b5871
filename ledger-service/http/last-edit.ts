import { readRowId } from '@ledger/contracts/rows.ts'
import type { OwnTransaction } from '@ledger/contracts/shapes.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import { unseal } from '@ledger/database/stored-event.ts'
import { positionsOf } from '@ledger/projections/activity.ts'
import { publicIdsOf } from '../access/people.ts'
import type { Service } from './service.ts'

/** More edits of one entry than anybody makes. */
const MOST_EDITS = 10_000

/** When and by whom an entry was last changed, by the id of either of its rows; null where it never was. */
export async function lastEdit({ db, companyId }: Service, rowId: string): Promise<OwnTransaction['edited']> {
  const transactionId = readRowId(rowId)?.transaction
  if (transactionId === undefined) return null
  const edits = await positionsOf(db, companyId, { types: ['TransactionEdited'], transactionId }, MOST_EDITS)
  const [edit] = await storedEvents(db, companyId, { at: edits.slice(-1) })
  if (edit === undefined) return null
  const { recordedAt, actor } = unseal(edit)
  const publicIds = await publicIdsOf(db, companyId, [actor.id])
  return { at: recordedAt, by: { id: publicIds(actor.id), name: actor.name, role: actor.role } }
}
