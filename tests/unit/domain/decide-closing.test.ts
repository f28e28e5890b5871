import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { errorBody } from '@ledger/contracts/http/error-body.ts'
import { nextDayToClose } from '@ledger/ledger-service/domain/closings/closings-state.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { describe, expect, test } from 'vitest'
import { eventPage, transactionEdited } from '../projections/sample-event-page.ts'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, everyAccountOpened, sampleUuid } = p
const ID = sampleUuid(100)
const OCTOBER = { type: 'BooksClosed', data: { upTo: '2026-10-31', before: null } } as const
const NOVEMBER = { type: 'BooksClosed', data: { upTo: '2026-11-30', before: '2026-10-31' } } as const
const closed = [...everyAccountOpened, OCTOBER]
const NOW = '2026-12-05T06:30:00.000Z'
const byMeera = { ...p.askedByAccount(MEERA), now: NOW }
const byAsha = { ...p.askedByAccount(ASHA), now: NOW }

/** The last instant of October in India, and the first one of November. */
const LAST_OF_OCTOBER = '2026-10-31T18:29:59.999Z'
const FIRST_OF_NOVEMBER = '2026-10-31T18:30:00.000Z'

test.each([
  ['the end of the last month, while nothing is closed', null, '2026-11-28', '2026-10-31'],
  ['the end of the month after the last closing', '2026-02-28', '2026-11-28', '2026-03-31'],
  ['the end of the month in which the last closing ends', '2026-10-15', '2026-11-28', '2026-10-31'],
  ['the end of a month that is not over', '2026-10-31', '2026-11-28', '2026-11-30'],
  ['the end of the first month of the next year', '2026-12-31', '2027-01-05', '2027-01-31'],
])('the next day to close is %s', (_what, before, today, next) => {
  expect(nextDayToClose(before, today)).toBe(next)
})

describe('closing and opening', () => {
  const close = (upTo: string) => ({ type: 'CloseBooks', upTo, ...byMeera }) as const
  const reopen = (upTo: string) => ({ type: 'ReopenBooks', upTo, reason: 'A bill came late', ...byMeera }) as const

  test('a day that is over is closed once, and each closing is later than the last', () => {
    given(...everyAccountOpened)
      .when(close('2026-10-31'))
      .thenRecords(OCTOBER)
    given(...closed)
      .when(close('2026-11-30'))
      .thenRecords(NOVEMBER)
    for (const upTo of ['2026-12-05', '2027-01-01'])
      given(...closed)
        .when(close(upTo))
        .thenRefuses('day_not_over')
    for (const upTo of ['2026-10-31', '2026-09-30'])
      expect(decide(ReplayedState.from(closed), close(upTo))).toEqual({
        refused: 'closed_before',
        closedUpTo: '2026-10-31',
      })
  })

  test('a day is over at midnight in India', () => {
    const at = (now: string) => given(...everyAccountOpened).when({ ...close('2026-10-31'), now })
    at(LAST_OF_OCTOBER).thenRefuses('day_not_over')
    at(FIRST_OF_NOVEMBER).thenRecords(OCTOBER)
  })

  test('an opening takes back the closings after its day, and keeps the earlier ones', () => {
    const opened = (after: string | null, upTo: string) =>
      ({ type: 'BooksReopened', data: { upTo, reason: 'A bill came late', before: '2026-11-30', after } }) as const
    const both = [...closed, NOVEMBER]
    given(...both)
      .when(reopen('2026-10-31'))
      .thenRecords(opened('2026-10-31', '2026-10-31'))
    given(...both)
      .when(reopen('2026-11-15'))
      .thenRecords(opened('2026-10-31', '2026-11-15'))
    given(...both)
      .when(reopen('2026-01-01'))
      .thenRecords(opened(null, '2026-01-01'))
    for (const upTo of ['2026-11-30', '2026-12-31'])
      given(...both)
        .when(reopen(upTo))
        .thenRefuses('nothing_to_reopen')
    given(...everyAccountOpened)
      .when(reopen('2026-01-01'))
      .thenRefuses('nothing_to_reopen')
    given(...both, opened('2026-10-31', '2026-10-31'))
      .when(close('2026-11-30'))
      .thenRecords(NOVEMBER)
  })

  test('a closing is sealed once, and only while it holds', () => {
    const closing = closed.length
    const sums = { accounts: 0, root: '', receivedPaise: 0, spentPaise: 0 }
    const seal = { upTo: '2026-10-31', closing, ...sums }
    const command = { type: 'SealBooks', seal, ...byMeera } as const
    const sealed = { type: 'BooksSealed', data: seal } as const
    const opened = {
      type: 'BooksReopened',
      data: { upTo: '2026-01-01', reason: 'A bill', before: '2026-10-31', after: null },
    } as const
    given(...closed)
      .when(command)
      .thenRecords(sealed)
    given(...closed, sealed)
      .when(command)
      .thenRecords()
    given(...closed, opened)
      .when(command)
      .thenRefuses('not_found')
  })

  test('each closing has a seal of its own, whichever of them holds', () => {
    const sums = { accounts: 0, root: '', receivedPaise: 0, spentPaise: 0 }
    const [first, second] = [
      { upTo: '2026-10-31', closing: closed.length, ...sums },
      { upTo: '2026-11-30', closing: closed.length + 1, ...sums },
    ]
    const sealed = (seal: typeof first) => ({ type: 'BooksSealed', data: seal }) as const
    const seal = (of: typeof first) => ({ type: 'SealBooks', seal: of, ...byMeera }) as const
    const both = [...closed, NOVEMBER]
    given(...both, sealed(first))
      .when(seal(second))
      .thenRecords(sealed(second))
    given(...both, sealed(second))
      .when(seal(first))
      .thenRecords(sealed(first))
    const opened = { upTo: '2026-10-31', reason: 'A bill', before: '2026-11-30', after: '2026-10-31' }
    given(...both, { type: 'BooksReopened', data: opened })
      .when(seal(second))
      .thenRefuses('not_found')
  })
})

describe('closed books', () => {
  const expense = (date: string): Command => ({
    ...{ type: 'RecordExpense', transaction: sampleUuid(101), beneficiary: 'Tea Stall' },
    ...{ details: { ...p.entryDetails(500), date }, ...byAsha },
  })
  const refused = (command: Command, history = closed) =>
    expect(decide(ReplayedState.from(history), command)).toEqual({ refused: 'books_closed', closedUpTo: '2026-10-31' })
  const accepted = (command: Command, history = closed) =>
    expect(decide(ReplayedState.from(history), command)).toMatchObject({ events: [expect.anything()] })

  test('take no entry up to the last instant of the day in India', () => {
    refused(expense(LAST_OF_OCTOBER))
    accepted(expense(FIRST_OF_NOVEMBER))
    const details = { ...p.entryDetails(500), date: LAST_OF_OCTOBER }
    refused({ type: 'SendMoney', transaction: ID, to: ASHA.id, details, ...byMeera })
  })

  test('are neither changed nor deleted, and nothing is moved into them or out of them', () => {
    const old = { ...p.sampleDebit(ASHA, 700), date: LAST_OF_OCTOBER }
    const young = { ...old, date: FIRST_OF_NOVEMBER }
    const with_ = (entry: typeof old) => [...everyAccountOpened, p.transactionRecorded(ID, entry), OCTOBER]
    const row = { transaction: ID, side: 'own' } as const
    const edit = (changes: object): Command => ({ type: 'EditTransaction', row, desk: 'field', changes, ...byAsha })
    const deletion: Command = { type: 'DeleteTransaction', row, desk: 'field', ...byAsha }
    refused(edit({ paise: 1 }), with_(old))
    refused(edit({ date: FIRST_OF_NOVEMBER }), with_(old))
    refused(deletion, with_(old))
    refused(edit({ date: LAST_OF_OCTOBER }), with_(young))
    accepted(edit({ paise: 1 }), with_(young))
    accepted(deletion, with_(young))
  })

  test('keep a supervisor without a site who had none on their days', () => {
    const left = { account: p.RAVI, before: null, after: { site: null, from: '2026-09-01' } }
    const history: NewEvent[] = [...everyAccountOpened, { type: 'SupervisorAssigned', data: left }, OCTOBER]
    const joining = (from: string): Command => ({
      ...{ type: 'EditAccount', account: p.RAVI.id, role: 'supervisor', profile: {}, newPassword: false },
      ...{ newContact: false, assignment: { site: ASHA.id, from }, ...byMeera },
    })
    expect(decide(ReplayedState.from(history), joining('2026-10-31'))).toMatchObject({ refused: 'books_closed' })
    given(...history)
      .when(joining('2026-11-01'))
      .thenRecords({
        type: 'SupervisorAssigned',
        data: { account: p.RAVI, before: left.after, after: { site: ASHA, from: '2026-11-01' } },
      })
  })

  test('are refused with the day, in words', () => {
    expect(errorBody('books_closed', { closedUpTo: '2026-10-31' })).toEqual({
      ...{ status: 422, code: 'books_closed', title: 'Books Closed' },
      ...{ message: 'The books are closed up to 31 Oct 2026', closedUpTo: '2026-10-31' },
    })
  })

  test('hold for an imported log as well', () => {
    const before = ReplayedState.from(closed)
    const entry = { ...p.sampleDebit(ASHA, 700), date: LAST_OF_OCTOBER }
    const violation = (...events: Parameters<typeof eventPage>) => {
      const [event] = eventPage(...events)
      if (!event) throw new Error('A page of one event has one')
      return findRuleViolation({ ...event, recordedAt: NOW }, before)
    }
    expect(violation(p.transactionRecorded(ID, entry))).toMatch('closed up to 2026-10-31')
    expect(violation(p.transactionRecorded(ID, { ...entry, date: FIRST_OF_NOVEMBER }))).toBeUndefined()
    expect(violation(NOVEMBER)).toBeUndefined()
    expect(violation(OCTOBER)).toMatch('the last closed day')
    expect(violation({ ...NOVEMBER, data: { ...NOVEMBER.data, upTo: '2026-12-05' } })).toMatch('not over')
    const moved = transactionEdited(ID, { ...entry, date: FIRST_OF_NOVEMBER }, entry)
    expect(violation(moved)).toBeDefined()
  })
})
