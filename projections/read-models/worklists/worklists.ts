import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ReadModel } from '../read-model.ts'
import type { ReadModelWriter } from '../read-model-writer.ts'
import { ALIKE_ENTRIES_TABLE, accumulateAlikeEntries } from './alike-entries.ts'
import { AMOUNT_COUNTS_TABLE, accumulateAmountCounts } from './amount-counts.ts'
import { OFFICE_LIMITS_TABLE, rowsOfLimits } from './office-limits.ts'
import { accumulateSharedBills, SHARED_BILLS_TABLE } from './shared-bills.ts'

/**
 * The facts of the worklists that the rows of the lists do not have: entries that look alike, bills that several
 * entries name, entries by amount, and the limits that the office has set. Counts and lists are in queries/worklists/.
 */
export const worklistsReadModel: ReadModel = {
  tables: ['alike_entries', 'shared_bills', 'amount_counts', 'office_limits'],
  apply: applyToWorklists,
}

async function applyToWorklists(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  await into.upsert(ALIKE_ENTRIES_TABLE, (rows) => accumulateAlikeEntries(rows, events))
  await into.upsert(SHARED_BILLS_TABLE, (rows) => accumulateSharedBills(rows, events))
  await into.upsert(AMOUNT_COUNTS_TABLE, (rows) => accumulateAmountCounts(rows, events))
  await into.insert(OFFICE_LIMITS_TABLE, events.flatMap(rowsOfLimits))
}
