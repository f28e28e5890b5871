import { NOBODY, type Settings, SYSTEM } from '@ledger/contracts/events.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { describe, expect, test } from 'vitest'
import { Books } from './books.ts'
import { given } from './given.ts'
import * as p from './people.ts'

const { ASHA, MEERA, RAVI, everybody, uuid } = p

test('looking at a password is history, of a disabled account too', () => {
  const reveal = { type: 'RevealPassword', account: ASHA.id, role: 'site_incharge', ...p.by(MEERA) } as const
  given(...everybody)
    .when(reveal)
    .thenRecords({ type: 'PasswordRevealed', data: { account: ASHA } })
  given(...everybody, p.disabled(ASHA))
    .when(reveal)
    .thenRecords({ type: 'PasswordRevealed', data: { account: ASHA } })
})

test('a sign-in is history, and names by what means', () => {
  for (const via of ['password', 'openid'] as const) {
    given(...everybody)
      .when({ type: 'SignIn', via, ...p.by(RAVI) })
      .thenRecords({ type: 'SignedIn', data: { account: RAVI, via } })
  }
  given(...everybody)
    .when({ type: 'SignIn', via: 'password', ...p.bySystem })
    .thenRefuses('unauthorized')
})

test('a refused sign-in is history: of an account where the name is known, else of nobody', () => {
  const refuse = { type: 'RefuseSignIn', name: '98xxxxxx10', reason: 'wrong_password', by: { system: NOBODY } } as const
  const data = { name: '98xxxxxx10', reason: 'wrong_password' }
  given(...everybody)
    .when({ ...refuse, now: p.NOW, account: RAVI.id })
    .thenRecords({ type: 'SignInRefused', data: { ...data, account: RAVI } })
  given(...everybody)
    .when({ ...refuse, now: p.NOW, account: undefined })
    .thenRecords({ type: 'SignInRefused', data: { ...data, account: null } })
  given(...everybody)
    .when({ ...refuse, now: p.NOW, account: uuid(99) })
    .thenRecords({ type: 'SignInRefused', data: { ...data, account: null } })
})

test('an export is history', () => {
  given(...everybody)
    .when({ type: 'ExportReport', report: 'transactions', format: 'xlsx', rows: 12, ...p.by(ASHA) })
    .thenRecords({ type: 'ReportExported', data: { report: 'transactions', format: 'xlsx', rows: 12 } })
})

test('settings are history when they are first noted, and when they are not the ones that were noted last', () => {
  const settings: Settings = {
    publicOrigin: null,
    passwordReveal: true,
    signInLimit: true,
    openid: null,
    checkpointKey: null,
  }
  const note = { type: 'NoteSettings', ...p.bySystem } as const
  given(...everybody)
    .when({ ...note, noted: null, settings })
    .thenRecords({ type: 'SettingsChanged', data: { before: null, after: settings } })
  given(...everybody)
    .when({ ...note, noted: { ...settings }, settings })
    .thenRecords()
  const changes: Partial<Settings>[] = [
    { publicOrigin: 'https://ledger.example.in' },
    { passwordReveal: false },
    { signInLimit: false },
    { openid: { issuer: 'https://accounts.example.in', clientId: 'a' } },
    { checkpointKey: 'site-ledger/c+00000000+AA==' },
  ]
  for (const change of changes) {
    const after = { ...settings, ...change }
    given(...everybody)
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
    given(...everybody)
      .when({ ...note, noted: before, settings: after })
      .thenRecords({ type: 'SettingsChanged', data: { before, after } })
  }
})

describe('who asks', () => {
  const everyCommand: Command[] = [
    { type: 'RecordExpense', transaction: uuid(101), beneficiary: 'X', details: p.details(1), ...p.by(ASHA) },
    { type: 'SendMoney', transaction: uuid(101), to: ASHA.id, details: p.details(1), ...p.by(ASHA) },
    { type: 'TransferMoney', transaction: uuid(101), to: RAVI.id, details: p.details(1), ...p.by(ASHA) },
    {
      type: 'EditTransaction',
      row: { transaction: uuid(100), side: 'own' },
      desk: 'field',
      changes: { paise: 5 },
      ...p.by(ASHA),
    },
    { type: 'DeleteTransaction', row: { transaction: uuid(100), side: 'own' }, desk: 'field', ...p.by(ASHA) },
    {
      type: 'OpenAccount',
      account: uuid(60),
      role: 'supervisor',
      profile: { firstName: 'N', lastName: '', site: null, mobile: null },
      signInName: 'mobile:1',
      ...p.by(ASHA),
    },
    {
      type: 'EditAccount',
      account: RAVI.id,
      role: 'supervisor',
      profile: {},
      newPassword: false,
      newContact: true,
      ...p.by(ASHA),
    },
    { type: 'SetAccountStatus', account: RAVI.id, role: 'supervisor', status: 'disabled', ...p.by(ASHA) },
    { type: 'CloseAccount', account: RAVI.id, role: 'supervisor', ...p.by(ASHA) },
    { type: 'RevealPassword', account: RAVI.id, role: 'supervisor', ...p.by(ASHA) },
    { type: 'SignIn', via: 'password', ...p.by(ASHA) },
    { type: 'RefuseSignIn', account: undefined, name: '', reason: '', ...p.by(ASHA) },
    { type: 'ExportReport', report: 'r', format: 'xlsx', rows: 0, ...p.by(ASHA) },
  ]
  const history = [
    ...everybody,
    p.recorded(uuid(99), p.credit(ASHA, 10)),
    p.recorded(uuid(100), p.debit(ASHA, 1)),
  ] as const

  test.each(everyCommand.map((command) => [command.type, command] as const))(
    '%s is taken from a live session, and from no ended one',
    (_type, command) => {
      expect(decide(Books.from(history), command)).toHaveProperty('events')
      for (const end of [p.disabled(ASHA), p.closed(ASHA), p.passwordSet(ASHA)])
        given(...history, end)
          .when(command)
          .thenRefuses('unauthorized')
      // Enabled again: sessions from before stay dead, a new one works.
      given(...history, p.disabled(ASHA), p.enabled(ASHA))
        .when(command)
        .thenRefuses('unauthorized')
      const again = { ...command, ...p.by(ASHA, 1) }
      expect(decide(Books.from([...history, p.disabled(ASHA), p.enabled(ASHA)]), again)).toHaveProperty('events')
      // A session of an epoch that has not been is none either.
      given(...history)
        .when(again)
        .thenRefuses('unauthorized')
      given(...history)
        .when({ ...command, by: { account: uuid(98), epoch: 0 } })
        .thenRefuses('unauthorized')
    },
  )

  test('is named in the event with the name and role of that moment', () => {
    const decision = decide(Books.from(everybody), { type: 'SignIn', via: 'password', ...p.by(ASHA) })
    expect(decision).toMatchObject({ actor: { id: ASHA.id, role: 'site_incharge', name: 'Asha Rao' } })
    const bySystem = decide(Books.from(everybody), {
      type: 'ExportReport',
      report: 'r',
      format: 'f',
      rows: 0,
      ...p.bySystem,
    })
    expect(bySystem).toMatchObject({ actor: SYSTEM })
  })
})
