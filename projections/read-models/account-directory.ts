import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { OfficeRole } from '@ledger/contracts/roles.ts'
import { PoisonEvent, type ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'
import type { ReadModelWriter } from './read-model-writer.ts'
import { rowsAssignedBy, SUPERVISOR_SITES_TABLE } from './supervisor-sites.ts'

/**
 * The accounts: names, sites, roles, status, and the sites of supervisors. Mobile numbers and e-mail addresses are
 * joined on read.
 */
export const accountDirectoryReadModel: ReadModel = {
  tables: ['directory', 'supervisor_sites'],
  apply: applyToDirectory,
}

async function applyToDirectory(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  await into.insert(DIRECTORY_TABLE, events.flatMap(rowsOpenedBy))
  await into.insert(SUPERVISOR_SITES_TABLE, events.flatMap(rowsAssignedBy))
  for (const event of events) {
    const change = accountChangeOf(event)
    if (change && (await writeAccountChange(into, change)) === 0)
      throw new PoisonEvent(`${event.type} at ${event.position} names an account that was never opened`)
  }
}

export const DIRECTORY_TABLE = defineReadModelTable(
  'directory',
  {
    account_id: 'uuid',
    role: 'text',
    status: 'text',
    first_name: 'text',
    last_name: 'text',
    site_name: 'text',
    opened_position: 'bigint',
    alert_paise: 'bigint',
  },
  ['account_id'],
)

const NAME_COLUMNS = { account_id: 'uuid', first_name: 'text', last_name: 'text', site_name: 'text' } as const

function rowsOpenedBy(event: LedgerEvent) {
  if (event.type !== 'AccountOpened') return []
  const { account, role, profile } = event.data
  const names = { first_name: profile.firstName, last_name: profile.lastName, site_name: profile.site }
  return {
    account_id: account,
    role,
    status: 'active' as const,
    ...names,
    opened_position: event.position,
    alert_paise: null,
  }
}

/** @returns how many accounts were changed */
function writeAccountChange(into: ReadModelWriter, { account, set }: AccountChange): Promise<number> {
  if ('alert_paise' in set)
    return into.update(DIRECTORY_TABLE, { account_id: 'uuid', alert_paise: 'bigint' }, [
      { account_id: account, ...set },
    ])
  if ('role' in set)
    return into.update(DIRECTORY_TABLE, { account_id: 'uuid', role: 'text' }, [{ account_id: account, ...set }])
  return 'status' in set
    ? into.update(DIRECTORY_TABLE, { account_id: 'uuid', status: 'text' }, [{ account_id: account, ...set }])
    : into.update(DIRECTORY_TABLE, NAME_COLUMNS, [{ account_id: account, ...set }])
}

interface AccountChange {
  account: string
  set:
    | { status: 'active' | 'disabled' | 'closed' }
    | { alert_paise: number | null }
    | { role: OfficeRole }
    | { first_name: string; last_name: string; site_name: string | null }
}

function accountChangeOf(event: LedgerEvent): AccountChange | undefined {
  switch (event.type) {
    case 'AccountEdited': {
      const { firstName, lastName, site } = event.data.after
      return { account: event.data.account, set: { first_name: firstName, last_name: lastName, site_name: site } }
    }
    case 'AccountRoleChanged':
      return { account: event.data.account.id, set: { role: event.data.newRole } }
    case 'AccountDisabled':
      return { account: event.data.account.id, set: { status: 'disabled' } }
    case 'AccountEnabled':
      return { account: event.data.account.id, set: { status: 'active' } }
    case 'AccountClosed':
      return { account: event.data.account.id, set: { status: 'closed' } }
    case 'AlertLevelSet':
      return { account: event.data.account.id, set: { alert_paise: event.data.after } }
    default:
      return undefined
  }
}
