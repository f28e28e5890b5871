import { usualFieldsOf, usualFieldsOfLastExpense } from '@ledger/web/src/field/expense/usual-fields-of-payee.ts'
import { expect, test } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

const payeeWith = (...narrations: [text: string, times: number][]) => ({
  name: 'Poha Corner',
  purpose: 'Tea',
  paymentMode: 'upi' as const,
  amount: '450.00',
  date: '2026-03-01T06:30:00.000Z',
  narrations: narrations.map(([text, times]) => ({ text, times })),
})

test.each([
  ['used twice', 'For the crew', 2, 'For the crew'],
  ['used once', 'For the crew', 1, undefined],
  ['with a number', 'Tea and poha for 26 people', 9, undefined],
  ['with a number in Devanagari', '२६ लोगों की चाय', 9, undefined],
])('a narration %s is filled in only where it is the same each time', (_what, text, times, filled) => {
  expect(usualFieldsOf(payeeWith([text, times])).fields).toEqual({
    purpose: 'Tea',
    paymentMode: 'upi',
    ...(filled === undefined ? {} : { narration: filled }),
  })
  expect(usualFieldsOf(payeeWith([text, times])).narrations).toEqual([text])
})

test('the number of a bill is not offered', () => {
  const offered = ['Gate 2', 'Bill pending']
  const bills = ['Cement, bill no. 7456', 'BILL 12', 'बिल नंबर १२']
  const all = [...bills, ...offered]
  expect(usualFieldsOf(payeeWith(...all.map((text): [string, number] => [text, 1]))).narrations).toEqual(offered)
  expect(
    all.flatMap((narration) => usualFieldsOfLastExpense({ ...sampleTransaction('a'), narration }).narrations),
  ).toEqual(offered)
})
