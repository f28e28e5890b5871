import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { siteLine, sitesSheet, sitesTotalLine } from '@ledger/web/src/shared/export/file/sites-sheet.ts'
import { expect, test } from 'vitest'

const site = (firstName: string, currentBalance: string): SiteUser => ({
  ...{ id: 'site_9000000001', role: 'site_incharge', firstName, lastName: 'Kumar', email: '', mobile: '9000000001' },
  ...{ siteName: 'Canal Bridge', status: 'active', alertLevel: null },
  siteBalance: { currentBalance, totalReceived: '500.00', totalSpent: '100.00' },
})
const ravi = {
  site: site('Ravi', '400.00'),
  withSupervisors: '450.50',
  figures: { spentToday: '5.00', spentThisWeek: '7.25', lastEntryOn: '2026-03-31T18:30:00.000Z' },
}
const asha = { site: site('Asha', '-1.00'), withSupervisors: '-1.00', figures: undefined }

test('the file of the sites has the columns of the page beside those of people, and their sums', () => {
  expect(
    sitesSheet('en')
      .columns.map(({ header }) => header)
      .slice(-4),
  ).toEqual(['Site With Supervisors', 'Spent Today', 'Spent This Week', 'Last Entry'])
  expect(siteLine(ravi, 'en').slice(-5)).toEqual([400_00, 450_50, 5_00, 7_25, '2026-04-01'])
  expect(siteLine(asha, 'en').slice(-5)).toEqual([-1_00, -1_00, null, null, null])
  const none = [null, null, null]
  expect(sitesTotalLine([ravi, asha], 'en')).toEqual([
    'Total',
    ...none,
    1000_00,
    200_00,
    399_00,
    449_50,
    5_00,
    7_25,
    null,
  ])
})
