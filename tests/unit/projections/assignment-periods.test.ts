import { assignmentPeriodsOf, siteOnDay } from '@ledger/projections/queries/sites/assignment-periods.ts'
import { periodWithinSpan } from '@ledger/projections/queries/sites/site-spans.ts'
import { expect, test } from 'vitest'

/** Returns the periods of assignments such as `A 10-05`: the site A from 5 October, and `- 10-05` no site. */
const periodsOf = (...assignments: string[]) =>
  assignmentPeriodsOf(
    assignments.map((each) => {
      const [site = '', day] = each.split(' ')
      return { site: site === '-' ? null : site, from: `2026-${day}` }
    }),
    (site) => site,
  ).map(({ site, from, until }) => `${site ?? '-'} ${from.slice(5)}${until === undefined ? '' : ` ${until.slice(5)}`}`)

test.each([
  ['none', [], []],
  ['one holds from its day on', ['A 10-05'], ['A 10-05']],
  ['a later day ends the one before', ['A 10-05', 'B 11-01', '- 11-20'], ['A 10-05 11-01', 'B 11-01 11-20', '- 11-20']],
  ['a backdated one takes over from its day on', ['A 10-05', 'B 11-01', 'C 10-20'], ['A 10-05 10-20', 'C 10-20']],
  ['one from before all others is the only one', ['A 10-05', 'B 10-01'], ['B 10-01']],
  ['another site on the same day takes its place', ['A 10-05', 'B 10-05'], ['B 10-05']],
  ['the same site moves its day, later', ['A 10-05', 'B 11-01', 'B 11-10'], ['A 10-05 11-10', 'B 11-10']],
  ['the same site moves its day, earlier', ['A 10-05', 'A 09-01'], ['A 09-01']],
  ['the site of before takes back a mistaken move', ['A 10-05', 'B 11-01', 'A 11-01'], ['A 10-05']],
  ['… in the middle, too', ['A 10-05', 'B 11-01', 'C 11-20', 'A 10-25'], ['A 10-05']],
  [
    'a site that comes back later has two periods',
    ['A 10-05', 'B 11-01', 'A 11-10'],
    ['A 10-05 11-01', 'B 11-01 11-10', 'A 11-10'],
  ],
  [
    'a moved day gives back what it covered',
    ['A 10-05', 'C 11-05', 'B 11-01', 'B 11-10'],
    ['A 10-05 11-05', 'C 11-05 11-10', 'B 11-10'],
  ],
])('%s', (_, recorded, expected) => {
  expect(periodsOf(...recorded)).toEqual(expected)
})

test('a day has the site of the last assignment that begins on it or before it', () => {
  const periods = assignmentPeriodsOf(
    [
      { site: 'A', from: '2026-10-05' },
      { site: null, from: '2026-10-09' },
    ],
    (site) => site,
  )
  const days = ['2026-10-04', '2026-10-05', '2026-10-08', '2026-10-09']
  expect(days.map((day) => siteOnDay(periods, day))).toEqual([null, 'A', 'A', null])
})

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }
const ALWAYS = { from: undefined, to: undefined }
test.each([
  [{ from: undefined, until: undefined }, OCTOBER, OCTOBER],
  [{ from: '2026-10-05', until: '2026-10-09' }, ALWAYS, { from: '2026-10-05', to: '2026-10-08' }],
  [{ from: '2026-09-05', until: '2026-10-09' }, OCTOBER, { from: '2026-10-01', to: '2026-10-08' }],
  [{ from: '2026-10-31', until: undefined }, OCTOBER, { from: '2026-10-31', to: '2026-10-31' }],
  [{ from: '2026-11-01', until: undefined }, OCTOBER, undefined],
  [{ from: undefined, until: '2026-10-01' }, OCTOBER, undefined],
  [{ from: undefined, until: '2026-11-01' }, OCTOBER, OCTOBER],
])('the span %j has of %j: %j', (span, period, expected) => {
  expect(periodWithinSpan(span, period)).toEqual(expected)
})
