import { fontRunsOf, toDrawableText } from '@ledger/ledger-service/exports/pdf/font-runs.ts'
import { expect, test } from 'vitest'

const drawn = (...parts: string[]) =>
  fontRunsOf(toDrawableText(parts))
    .map(({ text }) => text)
    .join('')

test.each([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
])('the brackets %s%s close the same words, whichever way a text runs', (open, close) => {
  const bracketsOf = (text: string) => text.replaceAll(/[^()[\]{}<>]/g, '')
  for (const word of ['bags', 'सीमेंट', 'اسمنت', '12'])
    expect(bracketsOf(drawn(`حديد ${open}${word}${close} حديد`)), word).toBe(`${open}${close}`)
  expect(bracketsOf(drawn(`Iron ${open}اسمنت${close} and more`))).toBe(`${open}${close}`)
})

test('parts keep their places beside a text that runs from right to left', () => {
  expect(drawn('Paid to ', 'حديد', ', ₹12')).toMatch(/^Paid to .*, ₹12$/)
})

test('a number in a text that runs from right to left keeps the order of its digits', () => {
  expect(drawn('حديد 125 حديد')).toContain('125')
})
