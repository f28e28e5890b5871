import { foldForSearch } from '@ledger/contracts/text/text-schemas.ts'
import { formatVoucherNumber, parseVoucherNumber, voucherSeriesOf } from '@ledger/contracts/voucher-number.ts'
import { expect, test } from 'vitest'

test('a series is the kind of the entry and the financial year of its day in India', () => {
  const series = (kind: 'credit' | 'debit' | 'transfer', date: string) => voucherSeriesOf({ kind, date })
  expect(series('credit', '2026-11-26T06:30:00.000Z')).toBe('R/26-27')
  expect(series('debit', '2027-01-01T06:30:00.000Z')).toBe('P/26-27')
  expect(series('transfer', '2027-03-31T18:29:59.999Z')).toBe('T/26-27')
  // 1 April in Kolkata, still 31 March in London.
  expect(series('transfer', '2027-03-31T18:30:00.000Z')).toBe('T/27-28')
  expect(series('debit', '2000-01-15T06:30:00.000Z')).toBe('P/99-00')
  expect(series('debit', '2009-05-15T06:30:00.000Z')).toBe('P/09-10')
})

test('a number has six digits at least, and more when it needs them', () => {
  const shown = (number: number) => formatVoucherNumber({ series: 'P/26-27', number })
  expect([1, 123, 999_999, 1_000_000].map(shown)).toEqual([
    'P/26-27/000001',
    'P/26-27/000123',
    'P/26-27/999999',
    'P/26-27/1000000',
  ])
})

test.each(['P/26-27/000123', 'p/26-27/123', 'P/26–27/0123', 'P/२६-२७/०००१२३'])(
  'a search for %s is one for a number',
  (q) => {
    expect(parseVoucherNumber(foldForSearch(q))).toEqual({ series: 'P/26-27', number: 123 })
  },
)

test.each(['P/26-28/000123', 'P/26-27/000000', 'P/26-27/', 'X/26-27/1', '26-27/000123', 'P/26-27/12a', '000123'])(
  'a search for %s is none',
  (q) => {
    expect(parseVoucherNumber(foldForSearch(q))).toBeUndefined()
  },
)
