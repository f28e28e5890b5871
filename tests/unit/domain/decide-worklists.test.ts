import { DEFAULT_OFFICE_LIMITS } from '@ledger/contracts/default-office-limits.ts'
import type { OfficeLimits } from '@ledger/contracts/events/setting-schemas.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { describe, expect, test } from 'vitest'
import { eventPage, transactionDeleted, transactionEdited } from '../projections/sample-event-page.ts'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, RAVI, everyAccountOpened, sampleUuid } = p
const ID = sampleUuid(100)
const expense = p.sampleDebit(ASHA, 700)
const recorded = [...everyAccountOpened, p.transactionRecorded(ID, expense)]

describe('a review of an entry', () => {
  const row = { transaction: ID, side: 'own' } as const
  const review = { type: 'ReviewEntry', row, as: 'seen', reason: null, ...p.askedByAccount(MEERA) } as const
  const data = { transaction: ID, revision: 1, as: 'seen', reason: null, reviewed: expense } as const

  test('is history, with the entry that was looked at, each time that it is said', () => {
    given(...recorded)
      .when(review)
      .thenRecords({ type: 'EntryReviewed', data })
    given(...recorded, { type: 'EntryReviewed', data })
      .when({ ...review, as: 'no_bill_needed', reason: 'A tea stall' })
      .thenRecords({ type: 'EntryReviewed', data: { ...data, as: 'no_bill_needed', reason: 'A tea stall' } })
  })

  test('is refused for an entry that is not there, or was deleted, or has no such side', () => {
    given(...everyAccountOpened)
      .when(review)
      .thenRefuses('not_found')
    given(...recorded)
      .when({ ...review, row: { ...row, side: 'incoming' } })
      .thenRefuses('not_found')
    given(...recorded, transactionDeleted(ID, expense))
      .when(review)
      .thenRefuses('already_deleted')
  })

  test('is said of either side of a transfer', () => {
    const reviewed = p.sampleTransfer(ASHA, RAVI, 700)
    for (const side of ['own', 'incoming'] as const)
      given(...everyAccountOpened, p.transactionRecorded(ID, reviewed))
        .when({ ...review, row: { ...row, side } })
        .thenRecords({ type: 'EntryReviewed', data: { ...data, reviewed } })
  })

  test('is one of the revision that the person looked at, where the command names it', () => {
    const more = { ...expense, paise: 701 }
    const edited = [...recorded, transactionEdited(ID, expense, more)]
    given(...edited)
      .when({ ...review, ifRevision: 1 })
      .thenRefuses('revision_changed')
    given(...edited)
      .when({ ...review, ifRevision: 2 })
      .thenRecords({ type: 'EntryReviewed', data: { ...data, revision: 2, reviewed: more } })
    given(...edited, transactionDeleted(ID, more, 3))
      .when({ ...review, ifRevision: 2 })
      .thenRefuses('already_deleted')
  })

  test('is imported only as a review of the entry that stood there', () => {
    const before = ReplayedState.from(recorded)
    const [event] = eventPage({ type: 'EntryReviewed', data })
    const [ofAnother] = eventPage({ type: 'EntryReviewed', data: { ...data, reviewed: { ...expense, paise: 701 } } })
    const [ofLater] = eventPage({ type: 'EntryReviewed', data: { ...data, revision: 2 } })
    const [ofNone] = eventPage({ type: 'EntryReviewed', data: { ...data, transaction: sampleUuid(101) } })
    if (!event || !ofAnother || !ofLater || !ofNone) return expect.unreachable('each page has its event')
    expect(findRuleViolation(event, before)).toBeUndefined()
    expect(findRuleViolation(ofAnother, before)).toMatch('another entry')
    expect(findRuleViolation(ofLater, before)).toMatch('revision 2')
    expect(findRuleViolation(ofNone, before)).toMatch('not there')
  })
})

describe('an alert level', () => {
  const level = {
    type: 'SetAlertLevel',
    account: ASHA.id,
    paise: 500,
    ...p.askedByAccount(MEERA),
  } as const

  test('is history with the level before, and nothing where it stays', () => {
    given(...everyAccountOpened)
      .when(level)
      .thenRecords({ type: 'AlertLevelSet', data: { account: ASHA, before: null, after: 500 } })
    const was = { type: 'AlertLevelSet', data: { account: ASHA, before: null, after: 500 } } as const
    given(...everyAccountOpened, was)
      .when({ ...level, paise: null })
      .thenRecords({ type: 'AlertLevelSet', data: { account: ASHA, before: 500, after: null } })
    given(...everyAccountOpened, was)
      .when(level)
      .thenRecords()
  })

  test('is that of a site incharge whose account is open', () => {
    for (const account of [RAVI.id, sampleUuid(99)])
      given(...everyAccountOpened)
        .when({ ...level, account })
        .thenRefuses('not_found')
    given(...everyAccountOpened, p.accountClosed(ASHA))
      .when(level)
      .thenRefuses('not_found')
  })
})

test('the limits of the worklists are history with those before, and nothing where all four stay', () => {
  const before: OfficeLimits = { lowCashPaise: 1, billAbovePaise: 2, largePaise: null, lateDays: 7 }
  const was = { type: 'OfficeSettingsChanged', data: { before: DEFAULT_OFFICE_LIMITS, after: before } } as const
  const set = { type: 'SetOfficeLimits', ...p.askedByAccount(MEERA) } as const
  const others: Partial<OfficeLimits>[] = [
    { lowCashPaise: null },
    { billAbovePaise: 3 },
    { largePaise: 4 },
    { lateDays: null },
  ]
  for (const change of others) {
    const limits = { ...before, ...change }
    given(...everyAccountOpened, was)
      .when({ ...set, limits })
      .thenRecords({ type: 'OfficeSettingsChanged', data: { before, after: limits } })
  }
  given(...everyAccountOpened, was)
    .when({ ...set, limits: { ...before } })
    .thenRecords()
  given(...everyAccountOpened)
    .when({ ...set, limits: before })
    .thenRecords(was)
})
