import { ANONYMOUS_ACTOR, SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import type { InstallationSettings } from '@ledger/contracts/events/setting-schemas.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { describe, expect, test } from 'vitest'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, RAVI, everyAccountOpened, sampleUuid } = p

test('looking at a password is history, of a disabled account too', () => {
  const reveal = {
    type: 'RevealPassword',
    account: ASHA.id,
    role: 'site_incharge',
    ...p.askedByAccount(MEERA),
  } as const
  given(...everyAccountOpened)
    .when(reveal)
    .thenRecords({ type: 'PasswordRevealed', data: { account: ASHA } })
  given(...everyAccountOpened, p.accountDisabled(ASHA))
    .when(reveal)
    .thenRecords({ type: 'PasswordRevealed', data: { account: ASHA } })
})

test('a sign-in is history, and names by what means', () => {
  for (const via of ['password', 'openid'] as const) {
    given(...everyAccountOpened)
      .when({ type: 'SignIn', via, ...p.askedByAccount(RAVI) })
      .thenRecords({ type: 'SignedIn', data: { account: RAVI, via } })
  }
  given(...everyAccountOpened)
    .when({ type: 'SignIn', via: 'password', ...p.askedBySystem })
    .thenRefuses('unauthorized')
})

test('a refused sign-in is history: of an account where the name is known, else of nobody', () => {
  const refuse = {
    type: 'RefuseSignIn',
    name: '98xxxxxx10',
    reason: 'wrong_password',
    by: { system: ANONYMOUS_ACTOR },
  } as const
  const data = { name: '98xxxxxx10', reason: 'wrong_password' }
  given(...everyAccountOpened)
    .when({ ...refuse, now: p.SAMPLE_TIME, account: RAVI.id })
    .thenRecords({ type: 'SignInRefused', data: { ...data, account: RAVI } })
  given(...everyAccountOpened)
    .when({ ...refuse, now: p.SAMPLE_TIME, account: undefined })
    .thenRecords({ type: 'SignInRefused', data: { ...data, account: null } })
  given(...everyAccountOpened)
    .when({ ...refuse, now: p.SAMPLE_TIME, account: sampleUuid(99) })
    .thenRecords({ type: 'SignInRefused', data: { ...data, account: null } })
})

test('that a bill was erased is history, with the reason', () => {
  const erasure = { bill: 'ab'.repeat(32), reason: 'A court has ordered it' }
  given(...everyAccountOpened)
    .when({ type: 'EraseBill', ...erasure, ...p.askedByAccount(MEERA) })
    .thenRecords({ type: 'BillErased', data: erasure })
})

test('an export is history', () => {
  given(...everyAccountOpened)
    .when({ type: 'ExportReport', report: 'transactions', format: 'xlsx', rows: 12, ...p.askedByAccount(ASHA) })
    .thenRecords({ type: 'ReportExported', data: { report: 'transactions', format: 'xlsx', rows: 12 } })
})

test('settings are history when they are first noted, and when they are not the ones that were noted last', () => {
  const settings: InstallationSettings = {
    publicOrigin: null,
    passwordReveal: true,
    signInLimit: true,
    openid: null,
    checkpointKey: null,
  }
  const note = { type: 'NoteSettings', ...p.askedBySystem } as const
  given(...everyAccountOpened)
    .when({ ...note, noted: null, settings })
    .thenRecords({ type: 'SettingsChanged', data: { before: null, after: settings } })
  given(...everyAccountOpened)
    .when({ ...note, noted: { ...settings }, settings })
    .thenRecords()
  const changes: Partial<InstallationSettings>[] = [
    { publicOrigin: 'https://ledger.example.in' },
    { passwordReveal: false },
    { signInLimit: false },
    { openid: { issuer: 'https://accounts.example.in', clientId: 'a' } },
    { checkpointKey: 'site-ledger/c+00000000+AA==' },
  ]
  for (const change of changes) {
    const after = { ...settings, ...change }
    given(...everyAccountOpened)
      .when({ ...note, noted: settings, settings: after })
      .thenRecords({ type: 'SettingsChanged', data: { before: settings, after } })
  }
  const openids = [
    { issuer: 'https://i', clientId: 'a' },
    { issuer: 'https://i', clientId: 'b' },
    { issuer: 'https://j', clientId: 'b' },
  ]
  for (const [index, openid] of openids.slice(1).entries()) {
    const [before, after] = [
      { ...settings, openid: openids[index] ?? null },
      { ...settings, openid },
    ]
    given(...everyAccountOpened)
      .when({ ...note, noted: before, settings: after })
      .thenRecords({ type: 'SettingsChanged', data: { before, after } })
  }
})

describe('who asks', () => {
  const everyCommand: Command[] = [
    {
      type: 'RecordExpense',
      transaction: sampleUuid(101),
      beneficiary: 'X',
      details: p.entryDetails(1),
      ...p.askedByAccount(ASHA),
    },
    {
      type: 'SendMoney',
      transaction: sampleUuid(101),
      to: ASHA.id,
      details: p.entryDetails(1),
      ...p.askedByAccount(ASHA),
    },
    {
      type: 'TransferMoney',
      transaction: sampleUuid(101),
      to: RAVI.id,
      details: p.entryDetails(1),
      ...p.askedByAccount(ASHA),
    },
    {
      type: 'EditTransaction',
      row: { transaction: sampleUuid(100), side: 'own' },
      desk: 'field',
      changes: { paise: 5 },
      ...p.askedByAccount(ASHA),
    },
    {
      type: 'DeleteTransaction',
      row: { transaction: sampleUuid(100), side: 'own' },
      desk: 'field',
      ...p.askedByAccount(ASHA),
    },
    {
      type: 'OpenAccount',
      account: sampleUuid(60),
      role: 'supervisor',
      profile: { firstName: 'N', lastName: '', site: null, mobile: null },
      signInName: 'mobile:1',
      ...p.askedByAccount(ASHA),
    },
    {
      type: 'EditAccount',
      account: RAVI.id,
      role: 'supervisor',
      profile: {},
      newPassword: false,
      newContact: true,
      ...p.askedByAccount(ASHA),
    },
    { type: 'SetAccountStatus', account: RAVI.id, role: 'supervisor', status: 'disabled', ...p.askedByAccount(ASHA) },
    { type: 'CloseAccount', account: RAVI.id, role: 'supervisor', ...p.askedByAccount(ASHA) },
    { type: 'RevealPassword', account: RAVI.id, role: 'supervisor', ...p.askedByAccount(ASHA) },
    { type: 'SignIn', via: 'password', ...p.askedByAccount(ASHA) },
    { type: 'RefuseSignIn', account: undefined, name: '', reason: '', ...p.askedByAccount(ASHA) },
    { type: 'ExportReport', report: 'r', format: 'xlsx', rows: 0, ...p.askedByAccount(ASHA) },
  ]
  const history = [
    ...everyAccountOpened,
    p.transactionRecorded(sampleUuid(99), p.sampleCredit(ASHA, 10)),
    p.transactionRecorded(sampleUuid(100), p.sampleDebit(ASHA, 1)),
  ] as const

  test.each(everyCommand.map((command) => [command.type, command] as const))(
    '%s is taken from a live session, and from no ended one',
    (_type, command) => {
      expect(decide(ReplayedState.from(history), command)).toHaveProperty('events')
      for (const end of [p.accountDisabled(ASHA), p.accountClosed(ASHA), p.passwordSet(ASHA)])
        given(...history, end)
          .when(command)
          .thenRefuses('unauthorized')
      // Enabled again: earlier sessions stay invalid, a new one works.
      given(...history, p.accountDisabled(ASHA), p.accountEnabled(ASHA))
        .when(command)
        .thenRefuses('unauthorized')
      const again = { ...command, ...p.askedByAccount(ASHA, 1) }
      expect(
        decide(ReplayedState.from([...history, p.accountDisabled(ASHA), p.accountEnabled(ASHA)]), again),
      ).toHaveProperty('events')
      // A session of a future epoch is invalid, too.
      given(...history)
        .when(again)
        .thenRefuses('unauthorized')
      given(...history)
        .when({ ...command, by: { account: sampleUuid(98), epoch: 0 } })
        .thenRefuses('unauthorized')
    },
  )

  test('is named in the event with the name and role of that moment', () => {
    const decision = decide(ReplayedState.from(everyAccountOpened), {
      type: 'SignIn',
      via: 'password',
      ...p.askedByAccount(ASHA),
    })
    expect(decision).toMatchObject({ actor: { id: ASHA.id, role: 'site_incharge', name: 'Asha Rao' } })
    const bySystem = decide(ReplayedState.from(everyAccountOpened), {
      type: 'ExportReport',
      report: 'r',
      format: 'f',
      rows: 0,
      ...p.askedBySystem,
    })
    expect(bySystem).toMatchObject({ actor: SYSTEM_ACTOR })
  })
})
