import { ALL_ACCOUNTS, type PeriodRange } from '@ledger/projections/read-models/period-totals/calendar-periods.ts'
import {
  coverWithMonthsAndDays,
  coverWithPeriods,
} from '@ledger/projections/read-models/period-totals/cover-with-periods.ts'
import {
  accumulatePeriodTotals,
  type PeriodTotalRow,
} from '@ledger/projections/read-models/period-totals/period-totals.ts'
import { RowAccumulator } from '@ledger/projections/read-models/row-accumulator.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomSeed } from '../../environment/random-seed.ts'
import {
  ASHA,
  OTHER_SAMPLE_BENEFICIARY,
  RAVI,
  SAMPLE_BENEFICIARY,
  sampleCredit,
  sampleDebit,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'
import {
  EVENTS_WITHOUT_MONEY_OR_ACCOUNTS,
  eventPage,
  transactionDeleted,
  transactionEdited,
} from './sample-event-page.ts'

const ID = sampleUuid(100)

describe('a period in as few sums as there are', () => {
  const in2026 = ([from, to]: readonly [string | undefined, string | undefined]) =>
    coverWithPeriods({ from, to }).map((range) => Object.values(range).join(' '))

  it.each<[string, readonly [string | undefined, string | undefined], string[]]>([
    ['all time', [undefined, undefined], ['year  ']],
    ['up to a day', [undefined, '2026-03-02'], ['year  2026', 'month 2026 2026-03', 'day 2026-03 2026-03-03']],
    ['from a day on', ['2025-11-30', undefined], ['day 2025-11-30 2025-12', 'month 2025-12 2026', 'year 2026 ']],
    ['a day', ['2026-04-05', '2026-04-05'], ['day 2026-04-05 2026-04-06']],
    ['a month', ['2026-04-01', '2026-04-30'], ['month 2026-04 2026-05']],
    ['a year', ['2026-01-01', '2026-12-31'], ['year 2026 2027']],
    ['a financial year', ['2025-04-01', '2026-03-31'], ['month 2025-04 2026-04']],
    ['the end of one month and the start of the next', ['2026-04-30', '2026-05-01'], ['day 2026-04-30 2026-05-02']],
    ['a long one', ['2023-12-31', '2026-02-28'], ['day 2023-12-31 2024-01', 'year 2024 2026', 'month 2026 2026-03']],
  ])('%s', (_what, period, ranges) => {
    expect(in2026(period)).toEqual(ranges)
  })

  it('has every day of the period once, and no other', () => {
    anyDay((period, at) => coverWithPeriods(period).filter((range) => isOf(range, at)).length)
  })
})

describe('a period of which months alone are kept', () => {
  const signed = ([from, to]: readonly [string | undefined, string | undefined]) => {
    const { months, ends } = coverWithMonthsAndDays({ from, to })
    return [...months.map((range) => ['', range] as const), ...ends.map(({ sign, days }) => [sign, days] as const)].map(
      ([sign, { from, below }]) => `${sign === 1 ? '+' : sign === -1 ? '-' : ''}${from} ${below ?? ''}`,
    )
  }

  it.each<[string, readonly [string | undefined, string | undefined], string[]]>([
    ['all time', [undefined, undefined], [' ']],
    ['up to an early day', [undefined, '2026-03-02'], [' 2026-03', '+2026-03-01 2026-03-03']],
    ['up to a late one', [undefined, '2026-03-29'], [' 2026-04', '-2026-03-30 2026-04-01']],
    ['from a late day on', ['2025-11-30', undefined], ['2025-12 ', '+2025-11-30 2025-12-01']],
    ['from an early one on', ['2025-12-03', undefined], ['2025-12 ', '-2025-12-01 2025-12-03']],
    ['a day', ['2026-04-05', '2026-04-05'], ['+2026-04-05 2026-04-06']],
    ['a month', ['2026-04-01', '2026-04-30'], ['2026-04 2026-05']],
    [
      'most of one',
      ['2026-04-02', '2026-04-29'],
      ['2026-04 2026-05', '-2026-04-01 2026-04-02', '-2026-04-30 2026-05-01'],
    ],
    [
      'the middle of a year',
      ['2025-12-20', '2026-11-25'],
      ['2026-01 2026-12', '+2025-12-20 2026-01-01', '-2026-11-26 2026-12-01'],
    ],
    ['the end of one month and the start of the next', ['2026-04-30', '2026-05-01'], ['+2026-04-30 2026-05-02']],
  ])('%s', (_what, period, parts) => {
    expect(signed(period)).toEqual(parts)
  })

  it('has every day of the period once, and no other, and half a month of rows for each end at most', () => {
    anyDay((period, at) => {
      const { months, ends } = coverWithMonthsAndDays(period)
      const days = ({ from, below = '' }: PeriodRange) => (Date.parse(below) - Date.parse(from)) / 86_400_000
      for (const each of ends) expect(days(each.days)).toBeLessThanOrEqual(months.length === 0 ? 31 : 15)
      const taken = ends.map(({ days, sign }) => (isOf(days, at) ? sign : 0))
      return taken.reduce<number>((all, each) => all + each, months.filter((range) => isOf(range, at)).length)
    })
  })
})

const isOf = ({ span, from, below }: PeriodRange, day: string) => {
  const period = { day, month: day.slice(0, 7), year: day.slice(0, 4) }[span]
  return period >= from && (below === undefined || period < below)
}

/** Checks, for any period and day, how often the period covers the day. */
function anyDay(times: (period: { from: string | undefined; to: string | undefined }, day: string) => number): void {
  const day = fc
    .date({ min: new Date('2019-12-01'), max: new Date('2023-02-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const end = fc.option(day, { nil: undefined })
  fc.assert(
    fc.property(end, end, day, (from, to, at) => {
      if (from && to && from > to) return
      expect(times({ from, to }, at)).toBe((!from || at >= from) && (!to || at <= to) ? 1 : 0)
    }),
    { seed: randomSeed, numRuns: 2000 },
  )
}

describe('what a page adds to sums', () => {
  function movesOf(...pages: ReturnType<typeof eventPage>[]): PeriodTotalRow[] {
    const rows = new RowAccumulator<PeriodTotalRow>()
    for (const events of pages) accumulatePeriodTotals(rows, events)
    return [...rows.values()]
  }
  const moved = (...events: Parameters<typeof eventPage>) =>
    Object.fromEntries(
      movesOf(eventPage(...events)).map(({ whose, what, span, key, paise, count }) => [
        `${whose === ALL_ACCOUNTS ? 'all' : whose === ASHA.id ? 'asha' : 'ravi'} ${what} ${span} ${key}`,
        [paise, count],
      ]),
    )
  const spans = (name: string, sum: [number, number]) =>
    Object.fromEntries(['day', 'month', 'year'].map((span) => [name.replace('*', span), sum]))

  it('an expense: its kind, purpose, beneficiary and mode', () => {
    expect(moved(transactionRecorded(ID, sampleDebit(ASHA, 300)))).toEqual({
      'asha kind month debits': [300, 1],
      ...spans('all kind * debits', [300, 1]),
      ...spans('all purpose * Cement', [300, 1]),
      [`all beneficiary month ${SAMPLE_BENEFICIARY.id}`]: [300, 1],
      ...spans('all mode * cash', [300, 1]),
    })
  })

  it('a transfer: given by one, received by the other, and nobody was paid', () => {
    expect(moved(transactionRecorded(ID, sampleTransfer(ASHA, RAVI, 250)))).toEqual({
      'asha kind month transfersGiven': [250, 1],
      'ravi kind month transfersReceived': [250, 1],
      ...spans('all kind * transfersGiven', [250, 1]),
      ...spans('all kind * transfersReceived', [250, 1]),
    })
  })

  it('an edit: away from where it was, to where it is', () => {
    const after = sampleDebit(ASHA, 200, OTHER_SAMPLE_BENEFICIARY, { date: '2026-03-31T18:29:59.999Z' })
    const moves = movesOf(eventPage(transactionEdited(ID, sampleDebit(ASHA, 300), after)))
    const of = (period: string, what: string) =>
      moves.filter((move) => move.period === period && move.what === what).map(({ key, paise }) => [key, paise])
    expect(of('2026-04', 'beneficiary')).toEqual([[SAMPLE_BENEFICIARY.id, -300]])
    expect(of('2026-03', 'beneficiary')).toEqual([[OTHER_SAMPLE_BENEFICIARY.id, 200]])
    expect(of('2026', 'purpose')).toEqual([['Cement', -100]])
  })

  it('a deletion: away, and among the deleted', () => {
    expect(moved(transactionDeleted(ID, sampleCredit(ASHA, 70)))).toEqual({
      'asha kind month credits': [-70, -1],
      'asha kind month deleted': [70, 1],
      ...spans('all kind * credits', [-70, -1]),
      ...spans('all kind * deleted', [70, 1]),
    })
  })

  it('the same, however it is cut into pages', () => {
    const events = [
      transactionRecorded(ID, sampleDebit(ASHA, 300)),
      transactionRecorded(sampleUuid(101), sampleCredit(ASHA, 70)),
      transactionDeleted(ID, sampleDebit(ASHA, 300)),
    ]
    expect(movesOf(...events.map((event) => eventPage(event)))).toEqual(
      expect.arrayContaining(movesOf(eventPage(...events))),
    )
  })

  it('what comes to nothing stays as zeros, and what moves no money adds nothing', () => {
    expect(
      moved(transactionRecorded(ID, sampleCredit(ASHA, 70)), transactionDeleted(ID, sampleCredit(ASHA, 70))),
    ).toMatchObject({
      'asha kind month credits': [0, 0],
    })
    expect(moved(...EVENTS_WITHOUT_MONEY_OR_ACCOUNTS)).toEqual({})
  })
})
