import type { LedgerEvent, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { errorBody } from '@ledger/contracts/http/error-body.ts'
import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { describe, expect, test } from 'vitest'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, RAVI, everyAccountOpened } = p
const purpose = (name: string, hindi = '', ...aliases: string[]) => ({ name, hindi, aliases })
const CEMENT = purpose('Cement', 'सीमेंट', 'cemant')
const SAND = purpose('Sand', 'रेत')

const changed = (listRevision: number, before: ListedPurpose[], after: ListedPurpose[]) =>
  ({ type: 'PurposesChanged', data: { listRevision, before, after } }) as NewEvent
const first = changed(2, [], [CEMENT, SAND])
const setPurposes = (purposes: ListedPurpose[], ifRevision = {}) =>
  ({ type: 'SetPurposes', purposes, ...p.askedByAccount(MEERA), ...ifRevision }) as const

describe('the list of purposes', () => {
  test('is history with the list before, in the order of names, each text once', () => {
    given(...everyAccountOpened)
      .when(setPurposes([SAND, purpose('Cement', 'सीमेंट', 'cemant', ' CEMENT', 'Cemant', 'सीमेंट')]))
      .thenRecords(first)
    given(...everyAccountOpened, first)
      .when(setPurposes([SAND], { ifRevision: 2 }))
      .thenRecords(changed(3, [CEMENT, SAND], [SAND]))
  })

  test('that stays as it is appends nothing', () => {
    given(...everyAccountOpened, first)
      .when(setPurposes([SAND, CEMENT]))
      .thenRecords()
    given(...everyAccountOpened)
      .when(setPurposes([]))
      .thenRecords()
  })

  test('is changed by another word for a purpose, though its names stay', () => {
    for (const cement of [purpose('Cement', 'सीमेन्ट', 'cemant'), purpose('Cement', 'सीमेंट', 'opc')])
      given(...everyAccountOpened, first)
        .when(setPurposes([cement, SAND]))
        .thenRecords(changed(3, [CEMENT, SAND], [cement, SAND]))
  })

  test('of an older revision is refused', () => {
    given(...everyAccountOpened, first)
      .when(setPurposes([CEMENT], { ifRevision: 1 }))
      .thenRefuses('purposes_changed')
  })

  test.each([
    ['a name of another', [CEMENT, purpose('Opc', '', 'CEMENT')], 'CEMENT'],
    ['a name in Hindi', [CEMENT, purpose('Opc', 'सीमेंट')], 'सीमेंट'],
    [
      'another width, white space and an invisible character',
      [CEMENT, purpose('Opc', '', ' ｃe\u200bmant ')],
      ' ｃe\u200bmant ',
    ],
    ['another kind of digits', [purpose('A', '', 'grade 53'), purpose('B', '', 'grade  ५३')], 'grade  ५३'],
  ])('with one text in two purposes is refused with the text: %s', (_, list, word) => {
    const decision = decide(ReplayedState.from(everyAccountOpened), setPurposes(list))
    expect(decision).toEqual({ refused: 'purpose_word_twice', word })
    expect(errorBody('purpose_word_twice', { word })).toMatchObject({
      ...{ status: 422, word },
      message: expect.stringContaining(`“${word}” belongs to two purposes`),
    })
  })
})

describe('a budget', () => {
  const budget = { type: 'SetBudget', site: ASHA.id, month: null, paise: 500, ...p.askedByAccount(MEERA) } as const
  const set = (name: string, before: number | null, after: number | null, month: string | null = null) =>
    ({ type: 'BudgetSet', data: { site: ASHA, purpose: name, month, before, after } }) as NewEvent

  test('is set, changed and taken away, each with the one before', () => {
    given(...everyAccountOpened, first)
      .when({ ...budget, purpose: 'सीमेंट' })
      .thenRecords(set('Cement', null, 500))
    given(...everyAccountOpened, first, set('Cement', null, 500))
      .when({ ...budget, purpose: 'CEMANT', paise: 700 })
      .thenRecords(set('Cement', 500, 700))
    given(...everyAccountOpened, first, set('Cement', null, 500))
      .when({ ...budget, purpose: 'cement', paise: null })
      .thenRecords(set('Cement', 500, null))
    given(...everyAccountOpened, first, set('Cement', null, 500), set('Cement', 500, null))
      .when({ ...budget, purpose: 'cement', paise: null })
      .thenRecords()
  })

  test('of a month is another than that of the whole time', () => {
    given(...everyAccountOpened, set('Tea', null, 500))
      .when({ ...budget, purpose: 'tea', month: '2026-04' })
      .thenRecords(set('tea', null, 500, '2026-04'))
  })

  test('that was set under a word before the list had it stays under that word', () => {
    given(...everyAccountOpened, set('cemant', null, 500), first)
      .when({ ...budget, purpose: 'Cemant', paise: null })
      .thenRecords(set('Cemant', 500, null))
  })

  test('is of an open site, and there are at most 1,000', () => {
    for (const site of [RAVI.id, p.sampleUuid(99)])
      given(...everyAccountOpened)
        .when({ ...budget, site, purpose: 'Tea' })
        .thenRefuses('not_found')
    given(...everyAccountOpened, p.accountClosed(ASHA))
      .when({ ...budget, purpose: 'Tea' })
      .thenRefuses('not_found')
    const full = Array.from({ length: 1000 }, (_, at) => set(`Purpose ${at}`, null, 1))
    given(...everyAccountOpened, ...full)
      .when({ ...budget, purpose: 'Tea' })
      .thenRefuses('too_many_budgets')
    given(...everyAccountOpened, ...full)
      .when({ ...budget, purpose: 'Purpose 7' })
      .thenRecords(set('Purpose 7', 1, 500))
  })

  const fullOf = (month: string | null, site = ASHA) =>
    Array.from({ length: 1000 }, (_, at) => ({
      ...{ type: 'BudgetSet', data: { site, purpose: `Purpose ${at}`, month, before: null, after: 1 } },
    })) as NewEvent[]
  const inNovember = { ...budget, purpose: 'Tea', now: '2026-11-15T06:30:00.000Z' }

  test('of a month before the last one does not count for the limit', () => {
    given(...everyAccountOpened, ...fullOf('2026-09'))
      .when(inNovember)
      .thenRecords(set('Tea', null, 500))
    for (const month of ['2026-10', '2026-11', '2027-01', null])
      given(...everyAccountOpened, ...fullOf(month))
        .when(inNovember)
        .thenRefuses('too_many_budgets')
  })

  test('goes with its site when that is deleted, and stays when another account is', () => {
    const other = p.BALA
    given(...everyAccountOpened, ...fullOf(null, other), p.accountClosed(other))
      .when(inNovember)
      .thenRecords(set('Tea', null, 500))
    const both = [...everyAccountOpened, set('Tea', null, 400), ...fullOf(null, other)]
    given(...both, p.accountClosed(other))
      .when(inNovember)
      .thenRecords(set('Tea', 400, 500))
    given(...both, p.accountClosed(RAVI))
      .when({ ...inNovember, purpose: 'Sand' })
      .thenRefuses('too_many_budgets')
  })

  test('that was taken away does not count for the limit', () => {
    given(...everyAccountOpened, ...fullOf(null), set('Purpose 7', 1, null))
      .when(inNovember)
      .thenRecords(set('Tea', null, 500))
  })
})

test('an imported list or budget follows on the one before', () => {
  const violation = (event: NewEvent, ...history: NewEvent[]) =>
    findRuleViolation(
      { ...event, position: 99, recordedAt: p.SAMPLE_TIME } as LedgerEvent,
      ReplayedState.from([...everyAccountOpened, ...history]),
    )
  const budget = (before: number | null, site = ASHA) =>
    ({ type: 'BudgetSet', data: { site, purpose: 'Tea', month: null, before, after: 9 } }) as NewEvent
  expect(violation(first)).toBeUndefined()
  expect(violation(changed(3, [CEMENT, SAND], []), first)).toBeUndefined()
  expect(violation(changed(2, [CEMENT, SAND], []), first)).toBe('it is list 2, after list 2')
  expect(violation(changed(3, [SAND], []), first)).toBe('it follows another list of purposes than the last one')
  expect(violation(changed(2, [], [SAND, purpose('B', 'रेत')]))).toBe('its list has “रेत” in two purposes')
  expect(violation(budget(null))).toBeUndefined()
  expect(violation(budget(9), budget(null))).toBeUndefined()
  expect(violation(budget(8), budget(null))).toBe('it follows another budget than the last one')
  expect(violation(budget(null, RAVI))).toContain('who is no incharge')
})
