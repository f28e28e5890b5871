import { firstContentDifference, type ShardContent } from '@ledger/migrations/cluster/move-company-to-node.ts'
import { expect, test } from 'vitest'

const COMPANY = '00000000-0000-4000-8000-000000000001'

const original: ShardContent = {
  node: 'worker-1:5432',
  rows: { events: 1384, 'read.balances': 9 },
  heads: { [COMPANY]: '1384 ab' },
  undecided: 0,
}
const copy: ShardContent = { ...original, node: 'worker-2:5432' }

// Only a cluster shows that it refuses a bad move and accepts a good one (tests/cluster).
test('a copy that has the same rows and heads does not differ', () => {
  expect(firstContentDifference(original, copy)).toBeUndefined()
})

test.each([
  ['has fewer rows', original, { ...copy, rows: { ...copy.rows, events: 1084 } }, 'events has 1384 rows'],
  [
    'lacks a table',
    original,
    { ...copy, rows: { events: 1384 } },
    'read.balances has 9 rows at worker-1:5432 and undefined',
  ],
  [
    'ends a log elsewhere',
    original,
    { ...copy, heads: { [COMPANY]: '1384 cd' } },
    `the log of ${COMPANY} ends with 1384 ab`,
  ],
  ['lacks a log', original, { ...copy, heads: {} }, 'and with undefined at worker-2:5432'],
  ['may lack what is prepared', { ...original, undecided: 1 }, copy, 'prepared and undecided'],
])('a copy that %s is refused', (_what, before, after, sentence) => {
  expect(firstContentDifference(before, after)).toContain(sentence)
})
