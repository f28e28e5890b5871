import {
  dayAfter,
  dayOf,
  daysOfMonth,
  endOfDay,
  isDay,
  mondayOf,
  parseEntryDate,
  startOfDay,
} from '@ledger/contracts/dates.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSeed } from '../../environment/random-seed.ts'

const NOW = '2026-04-01T06:30:00.000Z'

describe('a day is a day in Asia/Kolkata', () => {
  test.each([
    ['2026-03-31T18:29:59.999Z', '2026-03-31'],
    ['2026-03-31T18:30:00.000Z', '2026-04-01'],
    ['2026-04-01T18:29:59.999Z', '2026-04-01'],
    ['2025-12-31T18:30:00.000Z', '2026-01-01'],
    ['2024-02-28T18:30:00.000Z', '2024-02-29'],
  ])('%s lies in %s', (instant, day) => {
    expect(dayOf(instant)).toBe(day)
  })

  test('it begins at 18:30 of the day before in UTC, and ends where the next begins', () => {
    expect(startOfDay('2026-04-01')).toBe('2026-03-31T18:30:00.000Z')
    expect(endOfDay('2026-04-01')).toBe('2026-04-01T18:30:00.000Z')
    expect(endOfDay('2026-12-31')).toBe(startOfDay('2027-01-01'))
  })

  test('every instant lies in one day, between its start and its end', () => {
    const instants = fc.date({
      min: new Date('2000-01-02T00:00:00Z'),
      max: new Date('2998-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (date) => {
        const instant = date.toISOString()
        const day = dayOf(instant)
        expect(isDay(day)).toBe(true)
        expect(startOfDay(day) <= instant && instant < endOfDay(day)).toBe(true)
      }),
      { seed: randomSeed },
    )
  })
})

describe('the days around a day', () => {
  test('are its week from Monday to Sunday, also where a month begins in it', () => {
    for (let day = '2026-03-30'; day <= '2026-04-05'; day = dayAfter(day)) expect(mondayOf(day), day).toBe('2026-03-30')
    expect(mondayOf('2026-04-06')).toBe('2026-04-06')
  })

  test.each([
    ['2026-02', '2026-02-28'],
    ['2024-02', '2024-02-29'],
    ['2026-04', '2026-04-30'],
    ['2026-12', '2026-12-31'],
  ])('are its month: %s ends on %s', (month, last) => {
    expect(daysOfMonth(month)).toEqual({ from: `${month}-01`, to: last })
  })
})

describe('when a transaction happened', () => {
  test('left out means now, and so does the day that it is', () => {
    expect(parseEntryDate(undefined, NOW)).toBe(NOW)
    expect(parseEntryDate('2026-04-01', NOW)).toBe(NOW)
  })

  test('the day that it is, is the day in Kolkata, not in UTC', () => {
    const lateEvening = '2026-03-31T20:00:00.000Z'
    expect(parseEntryDate('2026-04-01', lateEvening)).toBe(lateEvening)
    expect(parseEntryDate('2026-03-31', lateEvening)).toBe('2026-03-31T06:30:00.000Z')
  })

  test('another day means its noon in Kolkata, so that it is that day there and in UTC', () => {
    expect(parseEntryDate('2026-03-15', NOW)).toBe('2026-03-15T06:30:00.000Z')
    expect(parseEntryDate('2024-02-29', NOW)).toBe('2024-02-29T06:30:00.000Z')
  })

  test.each([
    ['2026-03-31T23:30:00+05:30', '2026-03-31T18:00:00.000Z'],
    ['2026-03-31T18:00:00Z', '2026-03-31T18:00:00.000Z'],
    ['2026-03-31T18:00Z', '2026-03-31T18:00:00.000Z'],
    ['2026-03-31T18:00:00.123456Z', '2026-03-31T18:00:00.123Z'],
    ['2026-03-31T08:00:00-10:00', '2026-03-31T18:00:00.000Z'],
  ])('%s is the instant %s', (input, instant) => {
    expect(parseEntryDate(input, NOW)).toBe(instant)
  })

  test.each([
    ['a day that does not exist', '2026-02-30'],
    ['29 February of another year', '2026-02-29'],
    ['a month that does not exist', '2026-13-01'],
    ['a day zero', '2026-04-00'],
    ['an instant of an impossible day', '2026-02-30T10:00:00Z'],
    ['an hour that does not exist', '2026-03-31T25:00:00Z'],
    ['a minute that does not exist', '2026-03-31T10:60:00Z'],
    ['no offset', '2026-03-31T10:00:00'],
    ['an offset that does not exist', '2026-03-31T10:00:00+99:99'],
    ['the Indian way of writing', '31/03/2026'],
    ['words', 'yesterday'],
    ['nothing', ''],
    ['white space', ' 2026-03-31'],
    ['seconds since 1970', '1774915200'],
    ['a year before 2000', '1999-12-31'],
    ['a year of five digits', '12026-03-31'],
    ['a sign', '+2026-03-31'],
    ['a week date', '2026-W14-2'],
    ['digits of Devanagari', '२०२६-०३-३१'],
  ])('%s is no date', (_what, input) => {
    expect(parseEntryDate(input, NOW)).toBeUndefined()
  })

  test('may be a day ahead, and not a millisecond more', () => {
    expect(parseEntryDate('2026-04-02T06:30:00.000Z', NOW)).toBe('2026-04-02T06:30:00.000Z')
    expect(parseEntryDate('2026-04-02T06:30:00.001Z', NOW)).toBeUndefined()
    expect(parseEntryDate('2026-04-02', NOW)).toBe('2026-04-02T06:30:00.000Z')
    expect(parseEntryDate('2026-04-03', NOW)).toBeUndefined()
  })

  test('tomorrow may always be said, whatever the time of day', () => {
    for (const now of ['2026-03-31T18:30:00.000Z', '2026-04-01T00:00:00.000Z', '2026-04-01T18:29:59.999Z'])
      expect(parseEntryDate('2026-04-02', now), now).toBeDefined()
  })

  test('is an instant in UTC or nothing, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date({ noInvalidDate: true }).map(String)), (input) => {
        const instant = parseEntryDate(input, NOW)
        if (instant !== undefined) expect(new Date(instant).toISOString()).toBe(instant)
      }),
      { seed: randomSeed },
    )
  })
})
