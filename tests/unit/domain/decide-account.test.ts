import type { NewEvent, Party } from '@ledger/contracts/events/event-schemas.ts'
import type { OfficeRole } from '@ledger/contracts/roles.ts'
import { mayRemoveAdmin } from '@ledger/ledger-service/domain/commands.ts'
import { describe, expect, test } from 'vitest'
import { given } from './given-when-then.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, RAVI, everyAccountOpened, sampleUuid } = p
const NEW = sampleUuid(50)
const profile = { firstName: 'Divya', lastName: 'Nair', site: 'Kochi Roof', mobile: '97xxxxxx01' }
const admin = p.askedByAccount(MEERA)

describe('opening an account', () => {
  const open = (signInName = 'mobile:9700000001') =>
    ({ type: 'OpenAccount', account: NEW, role: 'site_incharge', profile, signInName, ...admin }) as const
  const events: NewEvent[] = [
    { type: 'AccountOpened', data: { account: NEW, role: 'site_incharge', profile } },
    {
      type: 'PasswordSet',
      data: { account: { id: NEW, role: 'site_incharge', name: 'Divya Nair', site: 'Kochi Roof' } },
    },
  ]

  test('is history together with its first password', () => {
    given(...everyAccountOpened)
      .when(open())
      .thenRecords(...events)
  })

  test('is done by the system for the first admin', () => {
    given()
      .when({ ...open('email:admin@localhost'), ...p.askedBySystem })
      .thenRecords(...events)
  })

  test('is refused while another account signs in with the name', () => {
    given(...everyAccountOpened)
      .andSignInName('mobile:9700000001', ASHA.id)
      .when(open())
      .thenRefuses('mobile_in_use')
    given(...everyAccountOpened)
      .andSignInName('email:a@b', ASHA.id)
      .when(open('email:a@b'))
      .thenRefuses('email_in_use')
  })
})

describe('editing an account', () => {
  const before = { firstName: 'Asha', lastName: 'Rao', site: 'Pune Bypass', mobile: '98xxxxxx10' }
  const edit = (changes: object = {}) =>
    ({
      type: 'EditAccount',
      account: ASHA.id,
      role: 'site_incharge',
      profile: { lastName: 'Joshi' },
      newPassword: false,
      newContact: false,
      ...admin,
      ...changes,
    }) as const
  const edited: NewEvent = {
    type: 'AccountEdited',
    data: { account: ASHA.id, before, after: { ...before, lastName: 'Joshi' } },
  }

  test('keeps the whole before and after; what is not given stays', () => {
    given(...everyAccountOpened)
      .when(edit())
      .thenRecords(edited)
  })

  test('with a new password is two facts, the second under the new name', () => {
    given(...everyAccountOpened)
      .when(edit({ newPassword: true }))
      .thenRecords(edited, { type: 'PasswordSet', data: { account: { ...ASHA, name: 'Asha Joshi' } } })
  })

  test('that changes nothing records nothing; a new mobile number is worth an event, though it stands in none', () => {
    given(...everyAccountOpened)
      .when(edit({ profile: { lastName: 'Rao' } }))
      .thenRecords()
    given(...everyAccountOpened)
      .when(edit({ profile: {}, newContact: true }))
      .thenRecords({ type: 'AccountEdited', data: { account: ASHA.id, before, after: before } })
  })

  test('may keep its own sign-in name or take a free one, but not one in use', () => {
    for (const holder of [ASHA.id, undefined]) {
      const story = given(...everyAccountOpened)
      if (holder) story.andSignInName('mobile:9800000010', holder)
      story.when(edit({ signInName: 'mobile:9800000010' })).thenRecords(edited)
    }
    given(...everyAccountOpened)
      .andSignInName('mobile:9800000010', RAVI.id)
      .when(edit({ signInName: 'mobile:9800000010' }))
      .thenRefuses('mobile_in_use')
  })
})

describe('disabling and enabling', () => {
  const set = (status: 'active' | 'disabled', account = RAVI) =>
    ({ type: 'SetAccountStatus', account: account.id, role: account.role, status, ...admin }) as const

  test('goes back and forth', () => {
    given(...everyAccountOpened)
      .when(set('disabled'))
      .thenRecords(p.accountDisabled(RAVI))
    given(...everyAccountOpened, p.accountDisabled(RAVI))
      .when(set('active'))
      .thenRecords(p.accountEnabled(RAVI))
  })

  test('to what is so already records nothing', () => {
    given(...everyAccountOpened)
      .when(set('active'))
      .thenRecords()
    given(...everyAccountOpened, p.accountDisabled(RAVI))
      .when(set('disabled'))
      .thenRecords()
  })
})

test('closing an account is history, of an active and of a disabled one', () => {
  const close = { type: 'CloseAccount', account: RAVI.id, role: 'supervisor', ...admin } as const
  given(...everyAccountOpened)
    .when(close)
    .thenRecords(p.accountClosed(RAVI))
  given(...everyAccountOpened, p.accountDisabled(RAVI))
    .when(close)
    .thenRecords(p.accountClosed(RAVI))
})

describe('the people of head office', () => {
  const DIVYA = p.samplePerson(6, 'admin', 'Divya Nair', null)
  const change = (account: Party, newRole: OfficeRole) =>
    ({
      ...({ type: 'EditAccount', account: account.id, role: 'office', profile: {}, newRole } as const),
      ...{ newPassword: false, newContact: false, ...admin },
    }) as const
  const close = (account: Party, role: 'office' | 'auditor' = 'office') =>
    ({ type: 'CloseAccount', account: account.id, role, ...admin }) as const
  const roleChanged = (account: Party, newRole: OfficeRole): NewEvent => ({
    type: 'AccountRoleChanged',
    data: { account, newRole },
  })

  test('change their role, which is history by itself, and ends their sessions', () => {
    const events = [...everyAccountOpened, p.accountOpened(DIVYA)]
    given(...events)
      .when(change(DIVYA, 'accountant'))
      .thenRecords(roleChanged(DIVYA, 'accountant'))
    given(...events)
      .when(change(DIVYA, 'admin'))
      .thenRecords()
    given(...events, roleChanged(DIVYA, 'accountant'))
      .when({ ...change(RAVI, 'auditor'), ...p.askedByAccount(DIVYA) })
      .thenRefuses('unauthorized')
    given(...events, roleChanged(DIVYA, 'accountant'))
      .when({ type: 'SignIn', via: 'password', ...p.askedByAccount(DIVYA, 1) })
      .thenRecords({ type: 'SignedIn', data: { account: { ...DIVYA, role: 'accountant' }, via: 'password' } })
  })

  test('keep an admin who can sign in', () => {
    for (const command of [change(MEERA, 'auditor'), close(MEERA)]) {
      given(...everyAccountOpened)
        .when(command)
        .thenRefuses('last_admin')
      given(...everyAccountOpened, p.accountOpened(DIVYA), roleChanged(DIVYA, 'accountant'))
        .when(command)
        .thenRefuses('last_admin')
      given(...everyAccountOpened, p.accountOpened(DIVYA), p.accountClosed(DIVYA))
        .when(command)
        .thenRefuses('last_admin')
    }
    given(...everyAccountOpened, p.accountOpened(DIVYA))
      .when(close(MEERA))
      .thenRecords(p.accountClosed(MEERA))
    given(...everyAccountOpened, p.accountOpened(DIVYA), p.accountDisabled(DIVYA))
      .when(close(DIVYA))
      .thenRecords(p.accountClosed(DIVYA))
  })

  test('are counted only for a command that may take an admin away', () => {
    const { newRole, ...edit } = change(MEERA, 'auditor')
    for (const command of [{ ...edit, newRole }, close(MEERA), { ...close(MEERA), role: 'admin' as const }])
      expect(mayRemoveAdmin(command)).toBe(true)
    const setPassword = { type: 'SetPassword', account: MEERA.id, role: 'office', ...admin } as const
    for (const command of [edit, change(MEERA, 'admin'), close(MEERA, 'auditor'), setPassword])
      expect(mayRemoveAdmin(command)).toBe(false)
  })

  test('are not found among field users, nor by another role than their own', () => {
    for (const command of [change(RAVI, 'auditor'), close(RAVI), close(MEERA, 'auditor')])
      given(...everyAccountOpened, p.accountOpened(DIVYA))
        .when(command)
        .thenRefuses('not_found')
    given(...everyAccountOpened)
      .when({ ...change(RAVI, 'auditor'), role: 'supervisor' })
      .thenRefuses('not_found')
  })

  test('set a password, which is one event', () => {
    given(...everyAccountOpened)
      .when({ type: 'SetPassword', account: MEERA.id, role: 'office', ...admin })
      .thenRecords(p.passwordSet(MEERA))
  })
})

test('an account that is not there, has another role, or is closed, is not found', () => {
  const of = (account: string, role: 'supervisor' | 'site_incharge') => [
    { type: 'EditAccount', account, role, profile: {}, newPassword: false, newContact: false, ...admin } as const,
    { type: 'SetAccountStatus', account, role, status: 'disabled', ...admin } as const,
    { type: 'SetAccountStatus', account, role, status: 'active', ...admin } as const,
    { type: 'CloseAccount', account, role, ...admin } as const,
    { type: 'RevealPassword', account, role, ...admin } as const,
  ]
  for (const command of of(sampleUuid(99), 'supervisor'))
    given(...everyAccountOpened)
      .when(command)
      .thenRefuses('not_found')
  for (const command of of(RAVI.id, 'site_incharge'))
    given(...everyAccountOpened)
      .when(command)
      .thenRefuses('not_found')
  for (const command of of(RAVI.id, 'supervisor'))
    given(...everyAccountOpened, p.accountClosed(RAVI))
      .when(command)
      .thenRefuses('not_found')
})
