import { parseAmount } from '@ledger/contracts/money.ts'
import { parseTypedAmount } from '@ledger/web/src/shared/entry/form/parse-typed-amount.ts'
import { rupees, signedRupees } from '@ledger/web/src/shared/language/format-money-and-dates.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomSeed } from '../../../environment/random-seed.ts'

/** A hundred texts as people paste them into an amount, and what they mean; undefined where that is not one amount. */
const PASTED: readonly (readonly [text: string, amount: string | undefined])[] = [
  // Digits
  ['0', '0'],
  ['500', '500'],
  ['007', '7'],
  ['000000000500.00', '500.00'],
  ['0.50', '0.50'],
  ['.50', '0.50'],
  ['1500.5', '1500.5'],
  ['500.', '500'],
  ['999999999.99', '999999999.99'],
  ['12345678901', '12345678901'],
  ['1234.567', '1234.567'],
  // Grouping, Indian and western
  ['1,500', '1500'],
  ['12,500.50', '12500.50'],
  ['1,23,45,678', '12345678'],
  ['1,23,45,678.90', '12345678.90'],
  ['99,99,99,999.99', '999999999.99'],
  ['12,345,678', '12345678'],
  ['123,456,789.01', '123456789.01'],
  ['1,500,', '1500'],
  ['12 34 567', '1234567'],
  ['12 345 678.5', '12345678.5'],
  ['1\u00a023\u00a0456', '123456'],
  ['12\u202f345', '12345'],
  ['12\u2009345', '12345'],
  // With the currency
  ['₹500', '500'],
  ['₹ 1,23,45,678', '12345678'],
  ['₹\u00a01,500.00', '1500.00'],
  ['₹.50', undefined],
  ['₨ 500', '500'],
  ['Rs 500', '500'],
  ['Rs. 500', '500'],
  ['Rs.500', '500'],
  ['rs.1,500.50', '1500.50'],
  ['RS 500', '500'],
  ['Re. 1', '1'],
  ['Rs: 500', '500'],
  ['INR 1,500.00', '1500.00'],
  ['INR500', '500'],
  ['500 INR', '500'],
  ['500 Rs.', '500'],
  ['500₹', '500'],
  ['Rupees 500', '500'],
  ['500 rupees', '500'],
  ['रु. 500', '500'],
  ['रु॰ 500', '500'],
  ['रु 1,500', '1500'],
  ['500 रुपये', '500'],
  ['500 रुपए', '500'],
  // As a cheque or a bill ends
  ['500/-', '500'],
  ['500 /-', '500'],
  ['500/=', '500'],
  ['Rs. 1,23,456/-', '123456'],
  ['Rs. 500/- only', '500'],
  ['₹1,500.00/-', '1500.00'],
  ['₹ 500 only', '500'],
  ['५०० रुपये मात्र', '500'],
  // Other digits
  ['५००', '500'],
  ['१,२३,४५६.७५', '123456.75'],
  ['₹ ५,०००', '5000'],
  ['१,५०९.०5', '1509.05'],
  ['१,५००/-', '1500'],
  ['１２３．５０', '123.50'],
  ['１，５００', '1500'],
  ['೫೦೦', undefined],
  // Space and what cannot be seen
  [' 500 ', '500'],
  ['500\n', '500'],
  ['1,500.00\r\n', '1500.00'],
  ['\t500\t', '500'],
  ['\u3000500', '500'],
  ['\ufeff500', '500'],
  ['\u200e₹500\u202c', '500'],
  ['5\u200b00', '500'],
  ['\u2068₹1,500\u2069', '1500'],
  ['', ''],
  [' \n', ''],
  // As this app writes money in and out
  ['−₹1,23,456.75', '123456.75'],
  ['+₹1,23,456.75', '123456.75'],
  ['-₹500', '500'],
  ['- ₹ 500', '500'],
  ['+500', '500'],
  // No amount
  ['-500', undefined],
  ['−500', undefined],
  ['500-', undefined],
  ['(500)', undefined],
  ['₹-500', undefined],
  ['1e5', undefined],
  ['0x10', undefined],
  ['½', undefined],
  ['5²', undefined],
  ['500%', undefined],
  ['five hundred', undefined],
  ['500x', undefined],
  ['5k', undefined],
  ['2.5 lakh', undefined],
  ['₹500 Cr', undefined],
  ['NaN', undefined],
  ['₹', undefined],
  ['Rs.', undefined],
  ['Rs .50', undefined],
  ['/-', undefined],
  ['.', undefined],
  // More than one amount, or half of one
  ['2,50,000 + 500', undefined],
  ['500 + 200', undefined],
  ['5000 7000', undefined],
  ['500\n600', undefined],
  ['500\t600', undefined],
  ['₹500 ₹600', undefined],
  ['500, 600', undefined],
  ['500-600', undefined],
  ['1.5.5', undefined],
  ['1..5', undefined],
  ['1,5', undefined],
  ['1,50', undefined],
  ['1,50,00', undefined],
  ['1500,50', undefined],
  ['1500,000', undefined],
  ['1.500,50', undefined],
  ['1,,500', undefined],
  [',500', undefined],
  ['12  345', undefined],
  ["1'500", undefined],
  ['Total ₹500', undefined],
  ['₹500 on 12/04/2026', undefined],
  ['9'.repeat(61), undefined],
]

test.each(PASTED)('%j is read as %j', (text, amount) => {
  expect(parseTypedAmount(text)).toBe(amount)
})

test('reads back every amount that the app writes, with or without its sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), fc.constantFrom('credit', 'debit'), (paise, type) => {
      const decimal = (paise / 100).toFixed(2)
      for (const written of [decimal, rupees(decimal), signedRupees(decimal, type)])
        expect(parseAmount(parseTypedAmount(written))).toBe(paise)
    }),
    { seed: randomSeed },
  )
})

test('gives digits and one dot, or nothing, and reads its own answer as the same', () => {
  const piece = fc.constantFrom(...'0159०५.,+-−₹ eRs/x\u00a0\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const amount = parseTypedAmount(pieces.join(''))
      if (amount === undefined) return
      expect(amount).toMatch(/^(\d+(\.\d+)?)?$/)
      expect(parseTypedAmount(amount)).toBe(amount)
    }),
    { seed: randomSeed, numRuns: 1000 },
  )
})
