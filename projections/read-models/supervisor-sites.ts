import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { defineReadModelTable } from './read-model-table.ts'

/**
 * The assignments of supervisors to sites, a row for each event. queries/sites/assignment-periods.ts says which one
 * holds on a day.
 */
export const SUPERVISOR_SITES_TABLE = defineReadModelTable(
  'supervisor_sites',
  { account_id: 'uuid', position: 'bigint', site_id: 'uuid', from_day: 'text' },
  ['account_id', 'position'],
)

/** Returns the row that an event adds; none for an event that assigns no supervisor. */
export function rowsAssignedBy(event: LedgerEvent) {
  if (event.type !== 'SupervisorAssigned') return []
  const { account, after } = event.data
  return [{ account_id: account.id, position: event.position, site_id: after.site?.id ?? null, from_day: after.from }]
}
