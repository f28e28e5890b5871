import { reportPictureContent } from '@ledger/web/src/shared/export/share/report-picture-content.ts'
import { expect, test } from 'vitest'

test('an expense booked between two answers is no transfer on the picture', () => {
  const { blocks } = reportPictureContent({
    user: { id: 'site_1', name: 'Rajesh Patidar', siteName: 'Site A', mobile: '9876543210', role: 'site_incharge' },
    period: undefined,
    ledger: {
      ...{ openingBalance: '0.00', received: '900.00', spent: '500.00', closingBalance: '400.00' },
      ...{ credits: 1, debits: 2, rows: [], position: 9 },
    },
    byPurpose: [{ name: 'Tea', amount: '300.00' }],
    transferred: '0.00',
    language: 'en',
  })
  expect(blocks[1]?.lines).toEqual([{ text: 'Tea', amount: '₹300' }])
})
