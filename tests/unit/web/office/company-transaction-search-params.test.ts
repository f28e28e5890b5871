import { parseDashboardSearch } from '@ledger/web/src/office/dashboard/dashboard-search-params.ts'
import { parseCompanyFilter } from '@ledger/web/src/office/transactions/company-transaction-search-params.ts'
import { expect, test } from 'vitest'

test('the address of the entries names every filter, as the router parses it', () => {
  const filter = {
    ...{ q: 'cement', from: '2026-04-01', to: '2026-04-30', type: 'debit', account: 'site_9000000001' },
    ...{ site: 'site_9000000002', mode: 'bank_transfer', beneficiary: 'b:tea stall', purpose: 'Cement' },
    ...{ amountFrom: '12000', amountTo: '13,000.50', bill: 'without', deleted: 'only' },
    ...{ worklist: 'looksTwice', sort: '-amount' },
  }
  expect(parseCompanyFilter(filter)).toEqual(filter)
  expect(parseCompanyFilter({ q: 1500, amountFrom: 12000 })).toEqual({ q: '1500', amountFrom: '12000' })
})

test('the address of Today names the words of its two searches, and the days of the second', () => {
  const search = { sites: 'canal', credits: 'rtgs', creditsFrom: '2026-04-01', creditsTo: '2026-04-30' }
  expect(parseDashboardSearch({ ...search, order: 'name' })).toEqual({ ...search, order: 'name' })
  expect(parseDashboardSearch({ sites: 1500, credits: '', creditsFrom: ['x'], order: 'need' })).toEqual({
    sites: '1500',
  })
})

test('what is no filter in an address is left out', () => {
  const strange = { q: '', type: 'both', mode: 'gold', worklist: 'toString', sort: 'name', bill: 'with', from: 'May' }
  expect(parseCompanyFilter({ ...strange, account: ['x'], utm_source: 'x' })).toEqual({})
})
