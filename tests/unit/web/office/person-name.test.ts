import { siteWithIncharge } from '@ledger/web/src/office/people/person-and-site-names.ts'
import { expect, test } from 'vitest'

test('a site stands before its incharge, and a site without a name is its incharge', () => {
  expect(siteWithIncharge('Canal Bridge', 'Ravi Kumar')).toBe('Canal Bridge (Ravi Kumar)')
  for (const none of ['', null, undefined]) expect(siteWithIncharge(none, 'Ravi Kumar')).toBe('Ravi Kumar')
})
