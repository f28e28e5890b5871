import type { TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { describe, expect, test } from 'vitest'
import { eventPage } from '../projections/sample-event-page.ts'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, everyAccountOpened, sampleUuid } = p
const LAW: TaxLimits = { singlePaise: 30_000_00, yearPaise: 1_00_000_00, cashDayPaise: 10_000_00 }
const LATER: TaxLimits = { singlePaise: 50_000_00, yearPaise: null, cashDayPaise: 5_000_00 }

describe('limits for tax', () => {
  const set = (from: string, limits: TaxLimits) =>
    ({ type: 'SetTaxLimits', from, limits, ...p.askedByAccount(MEERA) }) as const
  const later = { type: 'TaxLimitsSet', data: { from: '2026-04-01', before: LAW, after: LATER } } as const

  test('follow those that held on their first day', () => {
    given(...everyAccountOpened)
      .when(set('2026-04-01', LATER))
      .thenRecords(later)
    given(...everyAccountOpened, later)
      .when(set('2026-10-01', LAW))
      .thenRecords({ type: 'TaxLimitsSet', data: { from: '2026-10-01', before: LATER, after: LAW } })
    given(...everyAccountOpened, later)
      .when(set('2026-03-31', LATER))
      .thenRecords({ type: 'TaxLimitsSet', data: { from: '2026-03-31', before: LAW, after: LATER } })
  })

  test('that hold anyway append nothing, from their first day on', () => {
    given(...everyAccountOpened)
      .when(set('2026-04-01', LAW))
      .thenRecords()
    for (const from of ['2026-04-01', '2026-05-01'])
      given(...everyAccountOpened, later)
        .when(set(from, LATER))
        .thenRecords()
  })

  test('are others where one of the three is', () => {
    for (const one of [{ singlePaise: null }, { yearPaise: 2_00_000_00 }, { cashDayPaise: 5_000_00 }]) {
      const after = { ...LAW, ...one }
      given(...everyAccountOpened)
        .when(set('2026-04-01', after))
        .thenRecords({ type: 'TaxLimitsSet', data: { from: '2026-04-01', before: LAW, after } })
    }
  })

  test('hold until the next later day that has some, in whatever order they were set', () => {
    const october = { ...LAW, singlePaise: 70_000_00 }
    const ofOctober = { type: 'TaxLimitsSet', data: { from: '2026-10-01', before: LAW, after: october } } as const
    for (const history of [
      [later, ofOctober],
      [ofOctober, later],
    ])
      for (const [from, before] of [
        ['2026-03-31', LAW],
        ['2026-09-30', LATER],
        ['2026-10-01', october],
      ] as const) {
        const after = { ...LAW, yearPaise: 1 }
        given(...everyAccountOpened, ...history)
          .when(set(from, after))
          .thenRecords({ type: 'TaxLimitsSet', data: { from, before, after } })
      }
  })

  test('replace those that the same day had', () => {
    const again = { type: 'TaxLimitsSet', data: { from: '2026-04-01', before: LATER, after: LAW } } as const
    const lastly = { ...LAW, singlePaise: 1 }
    expect(ReplayedState.from([later, again]).folded.limits.taxes).toEqual([{ from: '2026-04-01', limits: LAW }])
    given(...everyAccountOpened, later, again)
      .when(set('2026-05-01', lastly))
      .thenRecords({ type: 'TaxLimitsSet', data: { from: '2026-05-01', before: LAW, after: lastly } })
  })
})

describe('details of a beneficiary', () => {
  const expense = p.sampleDebit(ASHA, 700)
  const paid = [...everyAccountOpened, p.transactionRecorded(sampleUuid(100), expense)]
  const beneficiary = expense.kind === 'debit' ? expense.beneficiary : { id: '', name: '' }
  const masked = { pan: 'ABxxxxxx4E', gstin: null, phone: '98xxxxxx10' }
  const change = {
    type: 'ChangeBeneficiaryDetails',
    ...{ beneficiary: beneficiary.id, masked, isChanged: true },
    ...p.askedByAccount(MEERA),
  } as const

  test('are an event that has them masked', () => {
    given(...paid)
      .when(change)
      .thenRecords({ type: 'BeneficiaryDetailsChanged', data: { beneficiary, details: masked } })
    given(...paid)
      .when({ ...change, isChanged: false })
      .thenRecords()
  })

  test('are those of somebody who was paid', () => {
    given(...everyAccountOpened)
      .when(change)
      .thenRefuses('not_found')
  })

  test('are imported only masked', () => {
    const wrong = (pan: string) => {
      const data = { beneficiary, details: { ...masked, pan } }
      const [event] = eventPage({ type: 'BeneficiaryDetailsChanged', data })
      return event && findRuleViolation(event, ReplayedState.from(paid))
    }
    expect(wrong('ABxxxxxx4E')).toBeUndefined()
    expect(wrong('ABCPD1234E')).toBe('it holds a number that is not masked')
  })
})
