import { type AmountKey, pressAmountKey } from '@ledger/web/src/field/expense/amount-pad/amount-keys.ts'
import {
  changeAmountField,
  groupedAmount,
  openAmountField,
  removeGrouping,
} from '@ledger/web/src/shared/entry/form/amount-field-state.ts'
import { describe, expect, test } from 'vitest'

const press = (keys: readonly AmountKey[], amount = '') => keys.reduce(pressAmountKey, amount)

describe('the number pad', () => {
  test.each<[AmountKey[], string]>([
    [['4', '5', '0'], '450'],
    [['2', '00', '0'], '2000'],
    [['0', '0', '5'], '5'],
    [['00'], '0'],
    [['.', '5'], '0.5'],
    [['1', '.', '.', '2'], '1.2'],
    [['1', '.', '2', '5', '9'], '1.25'],
    [['1', '.', '2', '00'], '1.2'],
    [['1', '2', 'delete'], '1'],
    [['delete'], ''],
    [['9', '9', '9', '9', '9', '9', '9', '9', '9', '9'], '999999999'],
  ])('%j leave %s', (keys, amount) => expect(press(keys)).toBe(amount))
})

describe('a field that groups its digits', () => {
  test.each([
    ['', ''],
    ['450', '450'],
    ['1500', '1,500'],
    ['150000', '1,50,000'],
    ['12345678.9', '1,23,45,678.9'],
    ['999999999', '99,99,99,999'],
    ['1500.', '1,500.'],
  ])('shows %s as %s', (amount, shown) => expect(groupedAmount(amount)).toBe(shown))

  test('takes keys as one without commas does', () => {
    const typed = [...'1234567.5'].reduce((before, key) => {
      const shown = groupedAmount(before.value)
      return changeAmountField(before, removeGrouping(shown + key, shown))
    }, openAmountField(''))
    expect(typed.value).toBe('1234567.5')
  })

  test.each([
    ['1500,50', undefined],
    ['500, 600', undefined],
    ['2,50', undefined],
    ['1,500,50', undefined],
    ['15,000', '15000'],
    ['2,500', '2500'],
    ['1,500,', '1500'],
  ])('reads %s, pasted over 1,500, as %s', (pasted, amount) => {
    const { value, refused } = changeAmountField(openAmountField('1500'), removeGrouping(pasted, '1,500'))
    expect({ value, refused }).toEqual(
      amount === undefined ? { value: '1500', refused: pasted } : { value: amount, refused: '' },
    )
  })
})
