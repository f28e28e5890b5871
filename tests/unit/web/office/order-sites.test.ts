import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { isOnDashboard, orderSites, type SiteFigures } from '@ledger/web/src/office/dashboard/order-sites.ts'
import { expect, test } from 'vitest'

const row = (id: string, currentBalance: string, status: SiteUser['status'] = 'active', heldByDeleted = '0.00') => ({
  site: { id, status, siteBalance: { currentBalance, totalReceived: '0.00', totalSpent: '0.00' } } as SiteUser,
  figures: { heldByDeleted, spentToday: '0.00', spentThisWeek: '0.00' } as SiteFigures,
})

test('a disabled site stands below the active ones in every order', () => {
  const rows = [row('A', '-900.00', 'disabled'), row('B', '5.00'), row('C', '900.00', 'disabled'), row('D', '1.00')]
  const ids = (order: Parameters<typeof orderSites>[1]) =>
    orderSites(rows, order, () => false).map(({ site }) => site.id)
  expect(ids('need')).toEqual(['D', 'B', 'A', 'C'])
  expect(ids('balance')).toEqual(['B', 'D', 'C', 'A'])
  expect(ids('name')).toEqual(['B', 'D', 'A', 'C'])
})

test('Today lists a disabled site as long as there is money with it', () => {
  expect(isOnDashboard(row('A', '0.00'))).toBe(true)
  expect(isOnDashboard(row('A', '0.00', 'disabled'))).toBe(false)
  expect(isOnDashboard(row('A', '-1.00', 'disabled'))).toBe(true)
  expect(isOnDashboard(row('A', '0.00', 'disabled', '2.00'))).toBe(true)
})
