import { amountInWords } from '@ledger/web/src/shared/language/amount-words.ts'
import { expect, test } from 'vitest'

test.each([
  ['1550.50', 'one thousand five hundred fifty rupees and fifty paise', 'एक हज़ार पाँच सौ पचास रुपये पचास पैसे'],
  ['5200', 'five thousand two hundred rupees', 'पाँच हज़ार दो सौ रुपये'],
  ['200000', 'two lakh rupees', 'दो लाख रुपये'],
  ['1', 'one rupee', 'एक रुपया'],
  ['0.5', 'fifty paise', 'पचास पैसे'],
  ['0.01', 'one paisa', 'एक पैसा'],
])('%s is said as %s and as %s', (typed, english, hindi) => {
  expect(amountInWords(typed, 'en')).toBe(english)
  expect(amountInWords(typed, 'hi')).toBe(hindi)
})

test.each(['', '0', '0.00', '1.', '1234567890', '1.234', 'x'])('%j is not said', (typed) => {
  expect([amountInWords(typed, 'en'), amountInWords(typed, 'hi')]).toEqual([undefined, undefined])
})
