import { isShortOfCash } from '@ledger/web/src/office/dashboard/is-short-of-cash.ts'
import { expect, test } from 'vitest'

const site = (alertLevel: string | null, currentBalance: string) => ({
  alertLevel,
  siteBalance: { currentBalance, totalReceived: '0.00', totalSpent: '0.00' },
})

test.each([
  ['below the level of all', site(null, '9999.99'), '10000.00', true],
  ['at the level of all', site(null, '10000.00'), '10000.00', false],
  ['below its own level', site('20000.00', '10000.00'), '10000.00', true],
  ['above its own level', site('500.00', '600.00'), '10000.00', false],
  // api.md: null switches the list off.
  ['below its own level, with the list switched off', site('20000.00', '-5.00'), null, false],
])('a site %s', (_, one, companyLevel, isShort) => {
  expect(isShortOfCash(one, companyLevel)).toBe(isShort)
})
