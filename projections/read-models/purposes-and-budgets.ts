import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'

/** The list of purposes and the budgets, a row for each event. Sums fold by the list when they are read. */
export const purposesReadModel: ReadModel = {
  tables: ['purposes', 'budgets'],
  async apply(into, events) {
    await into.insert(PURPOSES_TABLE, events.flatMap(rowsOfLists))
    await into.insert(BUDGETS_TABLE, events.flatMap(rowsOfBudgets))
  },
}

const PURPOSES_TABLE = defineReadModelTable('purposes', { position: 'bigint', revision: 'integer', list: 'text' }, [
  'position',
])

const BUDGETS_TABLE = defineReadModelTable(
  'budgets',
  { position: 'bigint', site_id: 'uuid', purpose: 'text', month: 'text', paise: 'bigint' },
  ['position'],
)

function rowsOfLists(event: LedgerEvent) {
  if (event.type !== 'PurposesChanged') return []
  const { listRevision: revision, after } = event.data
  return [{ position: event.position, revision, list: JSON.stringify(after) }]
}

function rowsOfBudgets(event: LedgerEvent) {
  if (event.type !== 'BudgetSet') return []
  const { site, purpose, month, after: paise } = event.data
  return [{ position: event.position, site_id: site.id, purpose, month, paise }]
}
