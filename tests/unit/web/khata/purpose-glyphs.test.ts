import { glyphOf } from '@ledger/web/src/field/khata/purpose-glyph-of.ts'
import { expect, test } from 'vitest'

const spentOn = (purpose: string) => glyphOf({ type: 'debit', isTransfer: false, purpose })

test.each([
  ['Cement', 'cement'],
  ['सीमेंट 50 बोरी', 'cement'],
  ['Sariya 12 mm', 'steel'],
  ['रेत', 'sand'],
  ['चाय नाश्ता', 'tea'],
  ['Tea', 'tea'],
  ['Team outing', 'other'],
  ['Diesel for JCB', 'transport'],
  ['Labour wages', 'labour'],
  ['मिस्त्री', 'labour'],
  ['Hardware', 'tools'],
  ['Stationery', 'other'],
])('%s has the drawing %s', (purpose, glyph) => {
  expect(spentOn(purpose)).toBe(glyph)
})

test('a transfer and money received have their own drawings, whatever their purpose', () => {
  expect(glyphOf({ type: 'debit', isTransfer: true, purpose: 'Cement' })).toBe('transfer')
  expect(glyphOf({ type: 'credit', isTransfer: false, purpose: 'Cement' })).toBe('received')
})
