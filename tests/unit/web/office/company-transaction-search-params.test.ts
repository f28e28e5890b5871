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

test('what is no filter in an address is left out', () => {
  const strange = { q: '', type: 'both', mode: 'gold', worklist: 'toString', sort: 'name', bill: 'with', from: 'May' }
  expect(parseCompanyFilter({ ...strange, account: ['x'], utm_source: 'x' })).toEqual({})
})
