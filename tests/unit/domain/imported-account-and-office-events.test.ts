import type { EventData, NewEvent, Party } from '@ledger/contracts/events/event-schemas.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { describe, expect, test } from 'vitest'
import { eventPage } from '../projections/sample-event-page.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, BALA, MEERA, RAVI, sampleUuid } = p
const STRANGER = p.samplePerson(99, 'site_incharge', 'Stranger', 'Nowhere')

/** Returns the reason why an event cannot follow the opening of all accounts and a history; undefined where it can. */
function violation(event: NewEvent, history: NewEvent[] = [], position = 99) {
  const [first] = eventPage(event)
  if (!first) throw new Error('A page of one event has one')
  return findRuleViolation({ ...first, position }, ReplayedState.from([...p.everyAccountOpened, ...history]))
}

describe('an account', () => {
  const profile = { firstName: 'A', lastName: '', site: null, mobile: null }
  const notOpen = ({ id }: Party) => `it changes the account ${id}, which is not open`

  test('is opened once', () => {
    const opened = { ...RAVI, id: sampleUuid(60) }
    expect(violation(p.accountOpened(opened))).toBeUndefined()
    expect(violation(p.accountOpened(RAVI))).toBe(`the account ${RAVI.id} was opened before`)
  })

  const changes: [string, (account: Party) => NewEvent][] = [
    ['edited', ({ id }) => ({ type: 'AccountEdited', data: { account: id, before: profile, after: profile } })],
    ['disabled', p.accountDisabled],
    ['enabled', p.accountEnabled],
    ['closed', p.accountClosed],
    ['given a password', p.passwordSet],
    ['given an alert level', (account) => ({ type: 'AlertLevelSet', data: { account, before: null, after: 5 } })],
    ['assigned', (account) => assigned(null, { site: ASHA, from: '2026-03-01' }, account)],
    [
      'counted',
      (account) => ({ type: 'CashCounted', data: { account, countedPaise: 0, expectedPaise: 0, comparedAt: 1 } }),
    ],
  ]
  test.each(changes)('is %s while it is open, disabled or not', (_change, changed) => {
    expect(violation(changed(RAVI))).toBeUndefined()
    expect(violation(changed(RAVI), [p.accountDisabled(RAVI)])).toBeUndefined()
    expect(violation(changed(RAVI), [p.accountClosed(RAVI)])).toBe(notOpen(RAVI))
    expect(violation(changed(STRANGER))).toBe(notOpen(STRANGER))
  })

  test('of head office gets another role of head office, and an account of a site none', () => {
    const roleChanged = (account: Party, newRole = 'auditor') =>
      ({ type: 'AccountRoleChanged', data: { account, newRole } }) as NewEvent
    expect(violation(roleChanged(MEERA))).toBeUndefined()
    expect(violation(roleChanged(RAVI))).toBe(`it changes the role of ${RAVI.id}, who works on a site`)
    expect(violation(roleChanged(MEERA, 'supervisor'))).toBe('it is no AccountRoleChanged that this ledger knows')
    expect(violation(roleChanged(MEERA), [p.accountClosed(MEERA)])).toBe(notOpen(MEERA))
  })
})

type Assignment = EventData<'SupervisorAssigned'>['after']
const assigned = (before: Assignment | null, after: Assignment, account = RAVI): NewEvent => ({
  type: 'SupervisorAssigned',
  data: { account, before, after },
})

describe('the site of a supervisor', () => {
  const at = (site: Party | null, from = '2026-03-01') => ({ site, from })
  const noIncharge = (id: string) => `it names the site of ${id}, who is no incharge`

  test('is that of an open incharge', () => {
    expect(violation(assigned(null, at(null)))).toBeUndefined()
    expect(violation(assigned(null, at(MEERA)))).toBe(noIncharge(MEERA.id))
    expect(violation(assigned(null, at(STRANGER)))).toBe(noIncharge(STRANGER.id))
    expect(violation(assigned(null, at(ASHA)), [p.accountDisabled(ASHA)])).toBeUndefined()
  })

  test('gets another day also when its incharge is gone, and no other site that is gone', () => {
    const history = [assigned(null, at(ASHA)), p.accountClosed(ASHA)]
    expect(violation(assigned(at(ASHA), at(ASHA, '2026-03-05')), history)).toBeUndefined()
    const gone = [assigned(null, at(BALA)), p.accountClosed(ASHA)]
    expect(violation(assigned(at(BALA), at(ASHA)), gone)).toBe(noIncharge(ASHA.id))
    const none = [assigned(null, at(null)), p.accountClosed(ASHA)]
    expect(violation(assigned(at(null), at(ASHA)), none)).toBe(noIncharge(ASHA.id))
  })
})

describe('books', () => {
  const closed = (upTo: string, before: string | null = null): NewEvent => ({
    type: 'BooksClosed',
    data: { upTo, before },
  })
  const JANUARY = closed('2026-01-31')
  const FEBRUARY = closed('2026-02-28', '2026-01-31')
  const notOver = (day: string) => `it closes ${day}, which was not over or closed before`

  test('are closed up to a later day that is over', () => {
    expect(violation(JANUARY)).toBeUndefined()
    expect(violation(FEBRUARY, [JANUARY])).toBeUndefined()
    // The events are of 1 April.
    expect(violation(closed('2026-03-31'))).toBeUndefined()
    for (const day of ['2026-04-01', '2026-05-31']) expect(violation(closed(day))).toBe(notOver(day))
    for (const day of ['2026-01-31', '2025-12-31'])
      expect(violation(closed(day, '2026-01-31'), [JANUARY])).toBe(notOver(day))
    expect(violation(FEBRUARY)).toBe('it names 2026-01-31 as the last closed day, which it is not')
    expect(violation(JANUARY, [JANUARY])).toBe('it names null as the last closed day, which it is not')
  })

  test('are opened after a day up to which an earlier closing holds', () => {
    const reopened = (upTo: string, after: string | null, before = '2026-02-28'): NewEvent => ({
      type: 'BooksReopened',
      data: { upTo, reason: 'A bill was forgotten', before, after },
    })
    const both = [JANUARY, FEBRUARY]
    expect(violation(reopened('2026-01-31', '2026-01-31'), both)).toBeUndefined()
    expect(violation(reopened('2026-02-27', '2026-01-31'), both)).toBeUndefined()
    expect(violation(reopened('2026-01-30', null), both)).toBeUndefined()
    const nothing = (upTo: string) => `it opens the books after ${upTo}, which changes no closing`
    for (const upTo of ['2026-02-28', '2026-03-31'])
      expect(violation(reopened(upTo, '2026-02-28'), both)).toBe(nothing(upTo))
    expect(violation(reopened('2026-01-31', null), both)).toBe(nothing('2026-01-31'))
    expect(violation(reopened('2026-01-31', null))).toBe('it names 2026-02-28 as the last closed day, which it is not')
  })

  test('are sealed once for each closing', () => {
    const sealed = (closing: number): NewEvent => ({
      type: 'BooksSealed',
      data: {
        ...{ upTo: '2026-01-31', closing, accounts: 0, root: '00' },
        ...{ receivedPaise: 0, spentPaise: 0 },
      },
    })
    const ofJanuary = p.everyAccountOpened.length + 1
    const nothing = (closing: number) => `it seals the closing at ${closing}, which is none, or is sealed`
    expect(violation(sealed(ofJanuary), [JANUARY])).toBeUndefined()
    expect(violation(sealed(ofJanuary), [JANUARY, FEBRUARY])).toBeUndefined()
    expect(violation(sealed(ofJanuary + 1), [JANUARY])).toBe(nothing(ofJanuary + 1))
    expect(violation(sealed(ofJanuary))).toBe(nothing(ofJanuary))
    expect(violation(sealed(ofJanuary), [JANUARY, sealed(ofJanuary)])).toBe(nothing(ofJanuary))
  })
})

test('a budget is for the site of an incharge', () => {
  const budget = (site: Party): NewEvent => ({
    type: 'BudgetSet',
    data: { site, purpose: 'Tea', month: null, before: null, after: 9 },
  })
  expect(violation(budget(ASHA))).toBeUndefined()
  expect(violation(budget(STRANGER))).toBe(`it sets a budget for ${STRANGER.id}, who is no incharge`)
})

test('a beneficiary is renamed as it stood', () => {
  const alone = { id: 'b:a', name: 'A', members: [{ id: 'b:a', name: 'A' }] }
  const renamed = (before: typeof alone, name: string): NewEvent => ({
    type: 'BeneficiaryRenamed',
    data: { before, after: { ...alone, name, members: [...alone.members, { id: 'b:alpha', name: 'Alpha' }] } },
  })
  expect(violation(renamed(alone, 'Alpha'))).toBeUndefined()
  const notSo = 'it names or merges beneficiaries that were not so before'
  expect(violation(renamed(alone, 'Omega'))).toBe(notSo)
  expect(violation(renamed({ ...alone, name: 'B' }, 'Alpha'))).toBe(notSo)
})

test('a file for Tally is of events before it, and of days in their order', () => {
  const file = {
    ...{ from: '2026-03-01', to: '2026-03-31', format: 'xml', layout: 3, after: 5, position: 98 },
    ...{ vouchers: 1, altered: 0, cancelled: 0, closedUpTo: null, bytes: 10, sha256: '00' },
  } as const
  const exported = (change: Partial<EventData<'TallyExported'>> = {}) =>
    violation({ type: 'TallyExported', data: { ...file, ...change } } as NewEvent)
  expect(exported()).toBeUndefined()
  expect(exported({ to: '2026-03-01' })).toBeUndefined()
  expect(exported({ after: 98 })).toBeUndefined()
  const notThere = (from: string, position: number) =>
    `it is a file for Tally of ${from} to 2026-03-31 up to ${position}, which were not there`
  expect(exported({ position: 99 })).toBe(notThere('2026-03-01', 99))
  expect(exported({ after: 99 })).toBe(notThere('2026-03-01', 98))
  expect(exported({ from: '2026-04-01' })).toBe(notThere('2026-04-01', 98))
})
