import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { rowToFieldUser } from '@ledger/projections/queries/people-lists.ts'
import { accountDirectoryReadModel } from '@ledger/projections/read-models/account-directory.ts'
import { PoisonEvent } from '@ledger/projections/read-models/read-model.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  accountClosed,
  accountDisabled,
  accountEnabled,
  accountOpened,
  MEERA,
  RAVI,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'
import { eventPage } from './sample-event-page.ts'
import { TablesInMemory } from './tables-in-memory.ts'

async function directoryAfter(...events: NewEvent[]): Promise<TablesInMemory> {
  const tables = new TablesInMemory()
  await accountDirectoryReadModel.apply(tables, eventPage(...events))
  return tables
}

const asha = {
  account_id: ASHA.id,
  role: 'site_incharge',
  status: 'active',
  first_name: 'Asha',
  last_name: 'Rao',
  site_name: 'Pune Bypass',
  opened_position: 1,
  alert_paise: null,
}
const meera = { ...asha, account_id: MEERA.id, role: 'admin', first_name: 'Meera', last_name: '', site_name: null }
const before = { firstName: 'Asha', lastName: 'Rao', site: 'Pune Bypass', mobile: null }
const edited = (site: string | null): NewEvent => ({
  type: 'AccountEdited',
  data: { account: ASHA.id, before, after: { firstName: 'Aasha', lastName: 'Das', site, mobile: null } },
})
const alertLevelSet = (after: number | null): NewEvent => ({
  type: 'AlertLevelSet',
  data: { account: ASHA, before: null, after },
})
const promoted: NewEvent = { type: 'AccountRoleChanged', data: { account: MEERA, newRole: 'accountant' } }

describe('the directory', () => {
  test('has whoever was opened: active, and without an alert level of their own', async () => {
    const tables = await directoryAfter(accountOpened(ASHA), accountOpened(MEERA))
    expect(tables.rows('directory')).toEqual([asha, { ...meera, opened_position: 2 }])
  })

  test.each<[string, NewEvent[], object]>([
    ['another name and site', [edited('Salem')], { first_name: 'Aasha', last_name: 'Das', site_name: 'Salem' }],
    ['a site taken away', [edited(null)], { first_name: 'Aasha', last_name: 'Das', site_name: null }],
    ['a disabling', [accountDisabled(ASHA)], { status: 'disabled' }],
    ['an enabling', [accountDisabled(ASHA), accountEnabled(ASHA)], { status: 'active' }],
    ['a closing', [accountClosed(ASHA)], { status: 'closed' }],
    ['an alert level', [alertLevelSet(5000)], { alert_paise: 5000 }],
    ['an alert level taken away', [alertLevelSet(5000), alertLevelSet(null)], { alert_paise: null }],
    ['a sign-in as nothing', [{ type: 'SignedIn', data: { account: ASHA, via: 'password' } }], {}],
    ['money as nothing', [transactionRecorded(sampleUuid(100), sampleTransfer(ASHA, RAVI, 1))], {}],
  ])('shows %s, and leaves the rest of the person and everybody else as they were', async (_what, events, changed) => {
    const tables = await directoryAfter(accountOpened(ASHA), accountOpened(MEERA), ...events)
    expect(tables.rows('directory')).toEqual([
      { ...asha, ...changed },
      { ...meera, opened_position: 2 },
    ])
  })

  test('shows another role of a person of head office, who keeps the name', async () => {
    const tables = await directoryAfter(accountOpened(MEERA), promoted)
    expect(tables.rows('directory')).toEqual([{ ...meera, role: 'accountant' }])
  })

  test('has each assignment of a supervisor beside the person, who stays the same', async () => {
    const atAsha = { site: ASHA, from: '2026-04-01' }
    const tables = await directoryAfter(
      accountOpened(RAVI),
      { type: 'SupervisorAssigned', data: { account: RAVI, before: null, after: atAsha } },
      {
        type: 'SupervisorAssigned',
        data: { account: RAVI, before: atAsha, after: { site: null, from: '2026-05-01' } },
      },
    )
    expect(tables.rows('supervisor_sites')).toEqual([
      { account_id: RAVI.id, position: 2, site_id: ASHA.id, from_day: '2026-04-01' },
      { account_id: RAVI.id, position: 3, site_id: null, from_day: '2026-05-01' },
    ])
    expect(tables.rows('directory')).toMatchObject([{ account_id: RAVI.id, site_name: null, opened_position: 1 }])
  })

  test.each([edited('Salem'), promoted, accountDisabled(ASHA), alertLevelSet(5000)])(
    'stops at $type of somebody who was never opened',
    async (event) => {
      const applied = directoryAfter(accountOpened(RAVI), event)
      await expect(applied).rejects.toThrow(`${event.type} at 2 names an account that was never opened`)
      await expect(applied).rejects.toBeInstanceOf(PoisonEvent)
    },
  )
})

test('a field user is shown under the public id, with the balance', () => {
  const row = {
    account_id: RAVI.id,
    role: 'supervisor',
    status: 'active',
    first_name: 'Ravi',
    last_name: 'Kumar',
    site_name: null,
    mobile: '9000000001',
    email: null,
    received_paise: 500,
    spent_paise: 700,
  } as const
  const shown = {
    id: 'supervisor_9000000001',
    role: 'supervisor',
    firstName: 'Ravi',
    lastName: 'Kumar',
    email: null,
    mobile: '9000000001',
    siteName: null,
    status: 'active',
    siteBalance: { currentBalance: '-2.00', totalReceived: '5.00', totalSpent: '7.00' },
  }
  expect(rowToFieldUser(row)).toEqual(shown)
  expect(rowToFieldUser({ ...row, status: 'disabled', site_name: 'Salem' })).toEqual({
    ...shown,
    status: 'disabled',
    siteName: 'Salem',
  })
  expect(rowToFieldUser({ ...row, mobile: null })).toMatchObject({ id: 'supervisor_', mobile: '' })
})
