import { daysOfPeriod, NAMED_PERIODS, nameOfDays } from '@ledger/web/src/shared/period/named-periods.ts'
import { parsePeriodSearch, periodSearch } from '@ledger/web/src/shared/period/period-search-params.ts'
import { parseTypedDay, writtenDay } from '@ledger/web/src/shared/period/typed-day.ts'
import { describe, expect, test } from 'vitest'

describe('a named period', () => {
  test.each([
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['thisMonth', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['thisFinancialYear', '2026-03-31', '2025-04-01', '2026-03-31'],
    ['thisFinancialYear', '2026-04-01', '2026-04-01', '2027-03-31'],
    ['lastFinancialYear', '2026-02-14', '2024-04-01', '2025-03-31'],
  ] as const)('%s on %s runs from %s to %s', (period, today, from, to) => {
    expect(daysOfPeriod(period, today)).toEqual({ from, to })
  })

  test('is found again by its days, and by no others', () => {
    for (const period of NAMED_PERIODS)
      expect(nameOfDays(daysOfPeriod(period, '2026-11-25'), '2026-11-25')).toBe(period)
    expect(nameOfDays({ from: '2026-11-01', to: '2026-11-29' }, '2026-11-25')).toBeUndefined()
    expect(nameOfDays({ from: '', to: '' }, '2026-11-25')).toBeUndefined()
  })
})

describe('a typed day', () => {
  test.each([
    ['01/04/2026', '2026-04-01'],
    ['1.4.2026', '2026-04-01'],
    ['1-4-26', '2026-04-01'],
    ['01042026', '2026-04-01'],
    ['010426', '2026-04-01'],
    ['2026-04-01', '2026-04-01'],
    [' 29/02/2028 ', '2028-02-29'],
    ['01 / 04 / 2026', '2026-04-01'],
    ['०१/०४/२०२६', '2026-04-01'],
    ['０１/０４/２０２６', '2026-04-01'],
    ['', ''],
  ])('%s is %s', (typed, day) => {
    expect(parseTypedDay(typed)).toMatchObject({ day })
  })

  test.each(['31/04/2026', '29/02/2026', '04/25/2026'])('%s is in no calendar', (typed) => {
    expect(parseTypedDay(typed)).toEqual({ wrong: 'noSuchDay' })
  })

  test.each(['1/4', '0', '2026', 'tomorrow', '1/4/202'])('%s is half a day', (typed) => {
    expect(parseTypedDay(typed)).toEqual({ wrong: 'incomplete' })
  })

  test('a year that cannot be meant is named, and two digits of a year may be half of one', () => {
    expect(parseTypedDay('04040026')).toEqual({ wrong: 'year', year: '0026' })
    expect(parseTypedDay('1/4/1926')).toEqual({ wrong: 'year', year: '1926' })
    expect(parseTypedDay('1/4/20')).toEqual({ day: '2020-04-01', isWhole: false })
    expect(parseTypedDay('1/4/2026')).toEqual({ day: '2026-04-01', isWhole: true })
    expect(parseTypedDay('2026-04-1')).toEqual({ day: '2026-04-01', isWhole: false })
    expect(parseTypedDay('2026-04-10')).toEqual({ day: '2026-04-10', isWhole: true })
  })

  test('is written with the day first', () => {
    expect(writtenDay('2026-04-01')).toBe('01/04/2026')
    expect(writtenDay('')).toBe('')
  })
})

test('a period goes into the address and comes back, and nothing else does', () => {
  expect(periodSearch({ from: '2026-04-01', to: '' })).toEqual({ from: '2026-04-01' })
  expect(parsePeriodSearch({ from: '2026-04-01', to: '2026-02-30', q: 'cement' })).toEqual({ from: '2026-04-01' })
})
