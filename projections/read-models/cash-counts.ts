import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'

/** The counts of cash: what each field user has counted, and what the ledger had. */
export const cashCountsReadModel: ReadModel = {
  tables: ['cash_counts'],
  apply: (into, events) => into.insert(CASH_COUNTS_TABLE, events.flatMap(rowCountedBy)),
}

export const CASH_COUNTS_TABLE = defineReadModelTable(
  'cash_counts',
  {
    account_id: 'uuid',
    position: 'bigint',
    counted_at: 'timestamptz',
    counted_paise: 'bigint',
    expected_paise: 'bigint',
  },
  ['account_id', 'position'],
)

function rowCountedBy({ type, data, position, recordedAt }: LedgerEvent): Omit<RowOf<'cash_counts'>, 'company_id'>[] {
  if (type !== 'CashCounted') return []
  const { account, countedPaise, expectedPaise } = data
  return [
    {
      account_id: account.id,
      position,
      counted_at: recordedAt,
      counted_paise: countedPaise,
      expected_paise: expectedPaise,
    },
  ]
}
