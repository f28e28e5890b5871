import { describe, expect, test, vi } from 'vitest'

// A phone with a clock in another zone, set before the formats are created.
vi.hoisted(() => {
  process.env.TZ = 'America/New_York'
})

import { compactRupees } from '@ledger/web/src/shared/charts/axis-labels.ts'
import {
  countText,
  dateOfDayText,
  dateText,
  dayText,
  isZero,
  rupees,
  signedRupees,
  timeText,
} from '@ledger/web/src/shared/language/format-money-and-dates.ts'
import { monthText } from '@ledger/web/src/shared/language/month-text.ts'

/** 21 November 2026, 20:45 in UTC; in New York it is the afternoon before. */
const AFTER_MIDNIGHT = '2026-11-21T20:45:00.000Z'

describe('on a phone that is not in India', () => {
  test('the zone is another one', () => {
    expect(new Date(AFTER_MIDNIGHT).getHours()).toBe(15)
  })

  test('a day is a day in India', () => {
    expect(dateText(AFTER_MIDNIGHT, 'en')).toBe('22 Nov 2026')
    expect(dateText('2026-03-31T18:29:59.999Z', 'en')).toBe('31 Mar 2026')
    expect(dateText('2026-03-31T18:30:00.000Z', 'en')).toBe('1 Apr 2026')
  })

  test('a day that was chosen is that day, with its weekday or without', () => {
    expect(dateOfDayText('2026-04-01', 'en')).toBe('1 Apr 2026')
    expect(dateOfDayText('2026-04-01', 'hi')).toBe('1 अप्रैल 2026')
    expect(dayText('2026-11-22', 'en')).toBe('22 Nov 2026, Sunday')
    expect(dayText('2026-11-22', 'hi')).toBe('22 नवंबर 2026, रविवार')
    expect(dayText('2026-04-01', 'en')).toBe('1 Apr 2026, Wednesday')
  })

  test('a time is the time in India', () => {
    expect(timeText(AFTER_MIDNIGHT)).toMatch(/^02:15\sam$/i)
    expect(timeText('2026-11-21T06:30:00.000Z')).toMatch(/^12:00\spm$/i)
  })

  test('a month is that month, in both forms', () => {
    expect(monthText('2026-04', 'en')).toBe('Apr 2026')
    expect(monthText('2026-01', 'en', 'short')).toBe('Jan')
  })
})

describe('in Hindi', () => {
  test('days and months have Hindi names, written out, and Latin digits', () => {
    expect(dateText(AFTER_MIDNIGHT, 'hi')).toBe('22 नवंबर 2026')
    expect(monthText('2026-11', 'hi')).toBe('नवंबर 2026')
    expect(monthText('2026-11', 'hi', 'short')).toBe('नव')
  })

  test('round sums have Hindi names', () => {
    expect(compactRupees(150_000, 'hi')).toMatch(/^₹1[.]5\sलाख$/)
    expect(compactRupees(13_000_000, 'hi')).toMatch(/^₹1[.]3\sकरोड़$/)
    expect(compactRupees(150_000, 'en')).toMatch(/^₹1\.5L$/)
  })
})

describe('an amount', () => {
  test.each([
    ['0', '₹0'],
    ['5000.00', '₹5,000'],
    ['3749.50', '₹3,749.50'],
    ['-123456.50', '−₹1,23,456.50'],
    ['999999999999.99', '₹9,99,99,99,99,999.99'],
    ['', '₹0'],
    ['x5', '₹0'],
    ['5x', '₹0'],
    ['1e3', '₹0'],
    ['5.', '₹0'],
  ])('%s is shown as %s', (decimal, shown) => {
    expect(rupees(decimal)).toBe(shown)
  })

  test('has the sign of where it went; nothing has none', () => {
    expect(signedRupees('5.00', 'credit')).toBe('+₹5')
    expect(signedRupees('5.00', 'debit')).toBe('−₹5')
    for (const type of ['credit', 'debit'] as const) expect(signedRupees('0.00', type)).toBe('₹0')
  })

  test('is nothing only where every digit is', () => {
    for (const decimal of ['0', '00', '0.0', '0.00', '-0.00', '000.000']) expect(isZero(decimal)).toBe(true)
    for (const decimal of ['', '1', '10', '0.01', '0.001', '0.10', '1.00', '-1.00', 'x0', '0x', '0.'])
      expect(isZero(decimal)).toBe(false)
  })
})

test('how many, in Indian grouping', () => {
  expect([countText(0), countText(100_000)]).toEqual(['0', '1,00,000'])
})
