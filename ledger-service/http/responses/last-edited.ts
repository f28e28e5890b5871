import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { TransactionWithLastEdit } from '@ledger/contracts/http/transaction-schemas.ts'
import { decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import { findLastEventPosition } from '@ledger/projections/read-models/event-index.ts'
import { loadPublicIds } from '../../access/accounts-by-public-id.ts'
import type { CompanyContext } from '../company-context.ts'

/** Returns when and by whom an entry was last changed, by the id of either of its rows; null where it never was. */
export async function findLastEdit(
  { db, companyId }: CompanyContext,
  rowId: string,
): Promise<TransactionWithLastEdit['edited']> {
  const transactionId = parseTransactionRowId(rowId)?.transaction
  if (transactionId === undefined) return null
  const position = await findLastEventPosition(db, companyId, { types: ['TransactionEdited'], transactionId })
  const [edit] = position === undefined ? [] : await readStoredEvents(db, companyId, { at: [position] })
  if (edit === undefined) return null
  const { recordedAt, actor } = decodeEvent(edit)
  const publicIds = await loadPublicIds(db, companyId, [actor.id])
  return { at: recordedAt, by: { id: publicIds(actor.id), name: actor.name, role: actor.role } }
}
