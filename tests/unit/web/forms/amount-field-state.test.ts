import {
  type AmountFieldState,
  changeAmountField,
  leaveAmountField,
  openAmountField,
  shownAmount,
  textNotUnderstood,
} from '@ledger/web/src/shared/entry/form/amount-field-state.ts'
import { describe, expect, test } from 'vitest'

/** Types keys at the end of a field, as a person does who sees only what the field shows. */
function typeKeys(keys: string, field = openAmountField('')): AmountFieldState {
  return [...keys].reduce((before, key) => changeAmountField(before, shownAmount(before.value) + key), field)
}

/** Pastes over everything that the field shows. */
const paste = (text: string, field = openAmountField('')) => changeAmountField(field, text)

describe('keys', () => {
  test.each([
    ['1500.50', '1500.50'],
    ['₹500', '500'],
    ['Rs. 500', '500'],
    ['500/-', '500'],
    ['1,50,000', '150000'],
    ['12,345,678.90', '12345678.90'],
    ['१५००', '1500'],
    ['1 500', '1500'],
    ['.5', '0.5'],
    ['05', '5'],
    ['5.', '5.'],
  ])('%j become %j', (keys, value) => {
    const field = typeKeys(keys)
    expect(field.value).toBe(value)
    expect(textNotUnderstood(field)).toBe('')
  })

  test.each([
    ['-500', '500'],
    ['1e5', '15'],
    ['1.5.5', '1.5.5'],
    ['12a', '12'],
  ])('%j are no amount, which the field says while it shows %j', (keys, shown) => {
    const field = typeKeys(keys)
    expect([field.value, shownAmount(field.value), textNotUnderstood(field)]).toEqual([keys, shown, keys])
    // The key that deletes ends it: then the digits count that the field shows.
    expect(textNotUnderstood(changeAmountField(field, shown.slice(0, -1)))).toBe('')
  })

  test.each(['1,5', '1,50', '1500,50'])(
    '%j may go on while they are typed, and are refused when the field is left',
    (keys) => {
      const field = typeKeys(keys)
      expect(textNotUnderstood(field)).toBe('')
      expect(leaveAmountField(field)).toEqual({ typed: keys, value: keys, refused: keys })
    },
  )

  test('a dot without digits is gone when the field is left', () => {
    expect(leaveAmountField(typeKeys('500.')).value).toBe('500')
  })

  test('count on from what the field shows, once it was left', () => {
    const left = leaveAmountField(typeKeys('1,500'))
    expect(typeKeys('0', left).value).toBe('15000')
  })
})

describe('a paste', () => {
  test('is cleaned before anything limits it', () => {
    expect(paste('₹ 1,23,45,678').value).toBe('12345678')
    expect(paste('−₹1,23,456.75').value).toBe('123456.75')
  })

  test.each(['2,50,000 + 500', '1e5', '-500', '1.5.5'])('%j changes nothing and is refused', (text) => {
    expect(paste(text)).toEqual({ typed: '', value: '', refused: text })
    expect(paste(text, typeKeys('75'))).toEqual({ typed: '75', value: '75', refused: text })
  })

  test('is read together with what stood there', () => {
    expect(changeAmountField(typeKeys('500'), '500 + 200')).toMatchObject({ value: '500', refused: '500 + 200' })
    expect(changeAmountField(typeKeys('500'), '500.75')).toMatchObject({ value: '500.75', refused: '' })
  })

  test('counts on with keys as the field shows it', () => {
    expect(typeKeys('0', paste('Rs. 500/-')).value).toBe('5000')
    expect(typeKeys('0', paste('1,500')).value).toBe('15000')
  })

  test('that was refused is forgotten with the next key', () => {
    expect(textNotUnderstood(typeKeys('5', paste('1e5')))).toBe('')
  })
})
