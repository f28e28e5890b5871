import { describeCount } from '@ledger/web/src/field/cash-count/describe-count.ts'
import { words } from '@ledger/web/src/field/cash-count/screen-texts.ts'
import { expect, test } from 'vitest'

test.each([
  ['1549.50', '0.00', { differs: false, text: 'as the ledger has it' }],
  ['1249.50', '-49.50', { differs: true, text: '₹49.50 less than the ledger' }],
  ['0.00', '10.00', { differs: true, text: '₹10 more than the ledger' }],
  ['-16260691.99', '16310691.99', { differs: false, text: words.en.cannotSay }],
])('a count beside %s in the ledger, a difference of %s', (expected, difference, said) => {
  expect(describeCount({ expected, difference }, words.en)).toEqual(said)
})
