import { formatAmount, MAX_AMOUNT_PAISE, paiseOf, parseAmount } from '@ledger/contracts/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSeed } from '../../environment/random-seed.ts'

describe('an amount that comes in', () => {
  test.each([
    ['1', 100],
    ['1500.00', 150_000],
    ['1500.5', 150_050],
    ['0.01', 1],
    ['0.1', 10],
    ['007', 700],
    ['000000001', 100],
    ['999999999.99', MAX_AMOUNT_PAISE],
    [1, 100],
    [1.5, 150],
    [0.01, 1],
    [0.29, 29],
    [1.15, 115],
    [4.35, 435],
    [999_999_999.99, MAX_AMOUNT_PAISE],
    [1e3, 100_000],
  ])('%j is %i paise', (input, paise) => {
    expect(parseAmount(input)).toBe(paise)
  })

  test.each([
    ['grouping', '1,000'],
    ['Indian grouping', '1,00,000'],
    ['an exponent', '1e3'],
    ['a hexadecimal', '0x10'],
    ['an octal', '0o7'],
    ['a binary', '0b1'],
    ['a digit of Devanagari', '०'],
    ['digits of Devanagari', '१२'],
    ['a full-width digit', '１'],
    ['a plus sign', '+1'],
    ['a minus sign', '-1'],
    ['a minus sign of typographers', '−1'],
    ['white space before', ' 1'],
    ['white space after', '1 '],
    ['a line after it', '1\n'],
    ['a space inside', '1 000'],
    ['an underscore', '1_000'],
    ['no digit before the point', '.5'],
    ['no digit after the point', '5.'],
    ['three decimals', '1.000'],
    ['three decimals that count', '1.005'],
    ['two points', '1.0.0'],
    ['a comma for the point', '1,5'],
    ['20 digits', '12345678901234567890'],
    ['10 digits', '1000000000'],
    ['10 digits of which one is a leading zero', '0999999999'],
    ['zero', '0'],
    ['zero with decimals', '0.00'],
    ['a currency sign', '₹5'],
    ['a word', 'NaN'],
    ['another word', 'Infinity'],
    ['nothing', ''],
    ['a fraction', '1/2'],
    ['a number of bigint style', '1n'],
    ['a null character', '1\u0000'],
    ['a direction mark', '\u200e1'],
  ])('as text, %s is none', (_what, input) => {
    expect(parseAmount(input)).toBeUndefined()
  })

  test.each([
    ['zero', 0],
    ['minus zero', -0],
    ['a negative', -5],
    ['beyond what a number holds (1e309)', JSON.parse('1e309')],
    ['no number', Number.NaN],
    ['a sum of binary fractions (0.1 + 0.2)', 0.1 + 0.2],
    ['three decimals', 1.005],
    ['a tiny one', 1e-7],
    ['a paisa too much', 1_000_000_000],
    ['one that JavaScript writes with an exponent', 1e21],
    ['beyond the exact integers', 2 ** 53],
  ])('as a number, %s is none', (_what, input) => {
    expect(parseAmount(input)).toBeUndefined()
  })

  test.each([
    [true],
    [null],
    [undefined],
    [['1']],
    [{ amount: 1 }],
    [10n],
    [{ toString: () => '1', valueOf: () => 1 }],
    [new Date(5)],
  ])('%s, which is neither text nor number, is none', (input) => {
    expect(parseAmount(input)).toBeUndefined()
  })

  test('is exact for every number of paise, as text and as number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_PAISE }), (paise) => {
        expect(parseAmount(formatAmount(paise))).toBe(paise)
        expect(parseAmount(Number(formatAmount(paise)))).toBe(paise)
        expect(paiseOf(formatAmount(paise))).toBe(paise)
      }),
      { seed: randomSeed, numRuns: 2000 },
    )
  })

  test('is never anything but whole paise in the range, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), fc.double()), (input) => {
        const paise = parseAmount(input)
        if (paise === undefined) return
        expect(Number.isSafeInteger(paise) && paise > 0 && paise <= MAX_AMOUNT_PAISE).toBe(true)
      }),
      { seed: randomSeed, numRuns: 2000 },
    )
  })
})

describe('an amount that goes out', () => {
  test.each([
    [150_000, '1500.00'],
    [-25_050, '-250.50'],
    [0, '0.00'],
    [-0, '0.00'],
    [1, '0.01'],
    [-1, '-0.01'],
    [99, '0.99'],
    [MAX_AMOUNT_PAISE, '999999999.99'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
    [-Number.MAX_SAFE_INTEGER, '-90071992547409.91'],
  ])('%i paise are %s', (paise, decimal) => {
    expect(formatAmount(paise)).toBe(decimal)
    expect(paiseOf(decimal)).toBe(paise === 0 ? 0 : paise)
  })
})
