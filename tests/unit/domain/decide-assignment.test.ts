import type { NewEvent, Party, SiteAssignment } from '@ledger/contracts/events/event-schemas.ts'
import type { AssignmentChange, Command } from '@ledger/ledger-service/domain/commands.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { describe, expect, test } from 'vitest'
import { eventPage } from '../projections/sample-event-page.ts'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, BALA, MEERA, RAVI, everyAccountOpened, sampleUuid } = p
const admin = p.askedByAccount(MEERA)
/** The day of the commands. */
const TODAY = '2026-04-01'

const assign = (assignment: AssignmentChange, { id, role }: Party = RAVI): Command => ({
  ...({ type: 'EditAccount', account: id, role, profile: {}, newPassword: false, newContact: false } as const),
  ...{ assignment, ...admin },
})
const at = (site: Party | null, from: string): SiteAssignment => ({ site, from })
const assigned = (before: SiteAssignment | null, after: SiteAssignment, account: Party = RAVI) => ({
  type: 'SupervisorAssigned' as const,
  data: { account, before, after },
})
const booksClosed = (upTo: string): NewEvent => ({ type: 'BooksClosed', data: { upTo, before: null } })
const AT_ASHA = assigned(null, at(ASHA, '2026-03-01'))

describe('the site of a supervisor', () => {
  test('begins on the day that is given, or today', () => {
    const fresh = given(...everyAccountOpened)
    fresh.when(assign({ site: ASHA.id, from: '2026-03-01' })).thenRecords(AT_ASHA)
    fresh.when(assign({ site: ASHA.id })).thenRecords(assigned(null, at(ASHA, TODAY)))
  })

  test('is given when the account is opened, too', () => {
    const profile = { firstName: 'Divya', lastName: '', site: null, mobile: null }
    const divya = { id: sampleUuid(50), role: 'supervisor' as const, name: 'Divya', site: null }
    const open = {
      type: 'OpenAccount',
      account: divya.id,
      role: 'supervisor',
      profile,
      signInName: 'mobile:1',
    } as const
    given(...everyAccountOpened)
      .when({ ...open, assignment: { site: BALA.id }, ...admin })
      .thenRecords(
        { type: 'AccountOpened', data: { account: divya.id, role: 'supervisor', profile } },
        { type: 'PasswordSet', data: { account: divya } },
        assigned(null, at(BALA, TODAY), divya),
      )
    given(...everyAccountOpened)
      .when({ ...open, assignment: { site: sampleUuid(99) }, ...admin })
      .thenRefuses('not_found')
  })

  test('changes with what it was before; the same site with another day moves the day', () => {
    const working = given(...everyAccountOpened, AT_ASHA)
    const before = at(ASHA, '2026-03-01')
    working.when(assign({ site: BALA.id })).thenRecords(assigned(before, at(BALA, TODAY)))
    working.when(assign({ site: null, from: '2026-03-20' })).thenRecords(assigned(before, at(null, '2026-03-20')))
    working.when(assign({ from: '2026-02-01' })).thenRecords(assigned(before, at(ASHA, '2026-02-01')))
  })

  test('appends nothing where it is so already, or nothing is said', () => {
    const working = given(...everyAccountOpened, AT_ASHA)
    for (const same of [{ site: ASHA.id, from: '2026-03-01' }, { site: ASHA.id }, { from: '2026-03-01' }, {}])
      working.when(assign(same)).thenRecords()
    given(...everyAccountOpened)
      .when(assign({ site: null, from: '2026-03-01' }))
      .thenRecords()
  })

  test('is that of an incharge who is there', () => {
    const fresh = given(...everyAccountOpened, p.accountClosed(BALA), p.accountDisabled(ASHA))
    for (const site of [BALA.id, RAVI.id, MEERA.id, sampleUuid(99)])
      fresh.when(assign({ site })).thenRefuses('not_found')
    fresh.when(assign({ site: ASHA.id })).thenRecords(assigned(null, at(ASHA, TODAY)))
  })

  test('stays as it is on the days of closed books, and may change after them', () => {
    const closed = [booksClosed('2026-03-15'), ...everyAccountOpened, AT_ASHA]
    const refused = (change: AssignmentChange, ...more: NewEvent[]) =>
      expect(decide(ReplayedState.from([...closed, ...more]), assign(change))).toEqual({
        ...{ refused: 'books_closed', closedUpTo: '2026-03-15' },
      })
    refused({ site: BALA.id, from: '2026-03-15' })
    refused({ site: null, from: '2026-01-01' })
    // The same site from another day: the days between the two would lose their site, or get one.
    refused({ from: '2026-03-20' })
    refused({ from: '2026-02-01' })
    const before = at(ASHA, '2026-03-01')
    const working = given(...closed)
    working.when(assign({ site: BALA.id, from: '2026-03-16' })).thenRecords(assigned(before, at(BALA, '2026-03-16')))
    working.when(assign({ site: ASHA.id, from: '2026-03-01' })).thenRecords()
    const moved = assigned(before, at(BALA, '2026-03-20'))
    refused({ from: '2026-03-10' }, moved)
    given(...closed, moved)
      .when(assign({ from: '2026-03-16' }))
      .thenRecords(assigned(moved.data.after, at(BALA, '2026-03-16')))
  })

  test('is nothing that an incharge has', () => {
    given(...everyAccountOpened)
      .when(assign({ site: BALA.id }, ASHA))
      .thenRecords()
  })
})

describe('an imported log', () => {
  const violation = (event: NewEvent, ...history: NewEvent[]) => {
    const [placed] = eventPage(event)
    return placed && findRuleViolation(placed, ReplayedState.from([...everyAccountOpened, ...history]))
  }

  test('holds only assignments that the ledger decides', () => {
    expect(violation(AT_ASHA)).toBeUndefined()
    expect(violation(assigned(at(ASHA, '2026-03-01'), at(null, TODAY)), AT_ASHA)).toBeUndefined()
    expect(violation(assigned(null, at(BALA, TODAY)), AT_ASHA)).toMatch('another assignment')
    expect(violation(assigned(null, at(ASHA, TODAY), BALA))).toMatch('no supervisor')
    expect(violation(AT_ASHA, p.accountClosed(ASHA))).toMatch('no incharge')
    expect(violation(AT_ASHA, p.accountClosed(RAVI))).toMatch('not open')
    expect(violation(AT_ASHA, booksClosed('2026-03-15'))).toMatch('changes books that were closed up to 2026-03-15')
    expect(violation(AT_ASHA, booksClosed('2026-02-28'))).toBeUndefined()
  })
})
