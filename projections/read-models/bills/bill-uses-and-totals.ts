import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ReadModel } from '../read-model.ts'
import type { ReadModelWriter } from '../read-model-writer.ts'
import { accumulateBillUses, BILL_USES_TABLE } from './bill-uses.ts'
import { accumulateBillTotals, BILL_TOTALS_TABLE } from './period-totals-with-bill.ts'

/**
 * The entries that name each bill, which decide who may see it; and the totals of entries with a bill: of the whole
 * company and of each account, by day and month. Totals without a bill are the rest of all totals (period-totals.ts). A
 * transfer takes no bill and counts as neither.
 */
export const billsReadModel: ReadModel = { tables: ['bill_uses', 'bill_sums'], apply: applyToBills }

async function applyToBills(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  await into.upsert(BILL_USES_TABLE, (uses) => accumulateBillUses(uses, events))
  await into.upsert(BILL_TOTALS_TABLE, (sums) => accumulateBillTotals(sums, events))
}
